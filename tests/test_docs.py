"""What the README and the pages say is true: their code runs, and the reference leaves nothing out.

Every page is read from top to bottom like a reader would type it, in an empty folder:

- ``yaml``: a block that begins with ``tilegames:`` is saved as ``<game>.yaml``, any other is added to the last one;
- ``python``: run; saved as well if its first line is a comment with the name of a file;
- ``pycon``: a session, compared with its output;
- ``console``: ``tilegames`` commands, compared with their output;
- ``text`` right after ``python`` or ``console``: what that printed.

Times in the output of commands are not compared, and a line ``...`` stands for any lines.
"""

import contextlib
import doctest
import inspect
import io
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import attrs
import pytest

import tilegames
from tilegames.compile.auctions import _BID_FACTS, BIDDER_FACTS
from tilegames.compile.groups import _HAND_FACTS, _PLAYER_FACTS
from tilegames.compile.pieces import _TILE_FACTS
from tilegames.core.payments import DEALT_FACTS, PAYMENT_FACTS
from tilegames.core.scoring import RESULT_FACTS
from tilegames.core.tallies import SIDE_FACTS
from tilegames.hooks import SLOTS
from tilegames.spec.blocks import fields_of, walk
from tilegames.spec.model import Spec

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(path for path in DOCS.rglob("*.md")
                                     if path.relative_to(DOCS).parts[0] not in ("_build", "_ext", "generated"))]


@attrs.frozen
class Fence:
    """A block of code in a page."""

    language: str
    text: str
    line: int


def fences(path: Path) -> list[Fence]:
    """The blocks of code of a page, in order; directives are none."""
    text = path.read_text(encoding="utf-8")
    return [Fence(found[2], found[3], text.count("\n", 0, found.start()) + 2)
            for found in re.finditer(r"^(```+)(\w*)\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)]


def loosened(output: str) -> str:
    """An output without what may differ: times, and the width of columns."""
    timed = re.compile(r"\d[\d,.]* s: \d[\d,]* moves/s, \d[\d,]* rounds/s")
    lines = [re.sub(r"[ \t]+", " ", timed.sub("T", line)).strip() for line in output.strip().splitlines()]
    return "\n".join(line for line in lines if line)


def assert_prints(printed: str, said: str, where: str) -> None:
    """Compare an output with what a page says; a line of three dots stands for any lines."""
    parts = re.split(r"^\.\.\.$", loosened(said), flags=re.MULTILINE)
    fits = re.fullmatch(".*".join(re.escape(part.strip()) for part in parts), loosened(printed), re.DOTALL)
    assert fits, f"{where}: it prints\n{printed}\nand the page says\n{said}"


class Reader:
    """Does what a page says, block by block, in the current folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names: dict[str, object] = {"__name__": "__page__"}
        self.last_spec: Path | None = None
        self.printed: str | None = None

    def read(self) -> None:
        """Read the whole page."""
        for fence in fences(self.path):
            act = getattr(self, f"do_{fence.language or 'text'}", None)
            printed = None if act is None else act(fence, f"{self.path.name}, line {fence.line}")
            self.printed = printed

    def do_yaml(self, fence: Fence, where: str) -> None:
        """Save a spec, or add to the last one."""
        if fence.text.startswith("tilegames:"):
            game = re.search(r"^game: (.+)$", fence.text, re.MULTILINE)
            assert game, f"{where}: the spec has no name"
            self.last_spec = Path(f"{game[1]}.yaml")
            self.last_spec.write_text(fence.text, encoding="utf-8")
        elif self.last_spec is not None:
            with self.last_spec.open("a", encoding="utf-8") as file:
                file.write(fence.text)

    def do_python(self, fence: Fence, where: str) -> str:
        """Run it and return what it prints."""
        named = re.match(r"# (\w+\.py)\n", fence.text)
        if named:
            Path(named[1]).write_text(fence.text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(fence.text, where, "exec"), self.names)
        return out.getvalue()

    def do_pycon(self, fence: Fence, where: str) -> None:
        """Check a session."""
        test = doctest.DocTestParser().get_doctest(fence.text, self.names, where, str(self.path), fence.line - 1)
        report: list[str] = []
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
        self.names.update(test.globs)
        assert not result.failed, "".join(report)

    def do_console(self, fence: Fence, where: str) -> str:
        """Run the commands and compare what they print."""
        printed = ""
        for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
            command, _, said = part.partition("\n")
            printed = self.run(command)
            if said.strip():
                assert_prints(printed, said, where)
        return printed

    @staticmethod
    def run(command: str) -> str:
        """What a tilegames command prints to a person without a keyboard."""
        testing = pytest.importorskip("click.testing")
        from tilegames.cli import cli
        program, *words = command.split()
        assert program == "tilegames"
        result = testing.CliRunner().invoke(cli, words, input="", prog_name="tilegames")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return str(result.output)

    def do_text(self, fence: Fence, where: str) -> None:
        """Compare with what the block before has printed."""
        if self.printed is not None:
            assert_prints(self.printed, fence.text, where)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty current folder from which modules can be imported."""
    before, known, path = Path.cwd(), set(sys.modules), list(sys.path)
    os.chdir(tmp_path)
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    os.chdir(before)
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_page_shows_is_what_happens(page: Path, folder: Path) -> None:
    """All code of the page runs and prints what the page says."""
    Reader(page).read()


@pytest.mark.usefixtures("folder")
def test_the_variant_of_the_readme_plays() -> None:
    """The first variant that a newcomer writes loads, and random matches of it end."""
    reader = Reader(ROOT / "README.md")
    reader.read()
    assert reader.last_spec is not None
    game = tilegames.load(f"./{reader.last_spec}")
    assert all(game.playout(seed=seed).outcome is not None for seed in range(20))
    assert len(reader.last_spec.read_text(encoding="utf-8").splitlines()) <= 10


@pytest.mark.parametrize("name", ["play", "test"])
def test_the_readme_has_its_two_commands(name: str) -> None:
    """Each stands alone on one line in a block that is marked for the check of a clean copy."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^<!-- ci: {name} -->\n```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    assert found[0].count("\n") == 1
    assert found[0].startswith("python3 -m venv .venv && ")


def test_the_readme_counts_the_games() -> None:
    """It says how many come with the library."""
    words = ("No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen "  # noqa: SIM905  # easier to read
             "Seventeen Eighteen Nineteen Twenty").split()
    assert f"\n{words[len(tilegames.names())]} games come with it" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path, made: dict[str, str]) -> None:
    """Every link to a file leads to one that is there, or that the build makes."""
    text = page.read_text(encoding="utf-8")
    built = {DOCS / "generated" / name for name in made}
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        path = Path(os.path.normpath(page.parent / target))
        assert path.exists() or (path in built and page.name != "README.md"), target


# The pages that are made from the library


def generator() -> ModuleType:
    """The Sphinx extension that makes them."""
    folder = str(DOCS / "_ext")
    if folder not in sys.path:
        sys.path.append(folder)
    import tilegames_docs
    return tilegames_docs


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Every page that the build makes."""
    pages: dict[str, str] = generator().pages(ROOT)
    return pages


def test_every_key_of_a_spec_is_in_the_reference(made: dict[str, str]) -> None:
    """Each block has a section, and each of its keys a row there with its meaning."""
    from tilegames_docs.blocks import anchor, example_blocks, spec_blocks
    from tilegames_docs.markdown import escape
    assert set(walk(Spec)) <= {*spec_blocks(), *example_blocks()}
    for name, blocks in (("spec.md", spec_blocks()), ("positions.md", example_blocks())):
        for block in blocks:
            section = made[name].partition(f"({anchor(block)})=\n")[2].partition("\n(")[0]
            assert section, block
            for field in fields_of(block):
                row = re.search(rf"^\| `{re.escape(field.name)}`(?: \(needed\))? \|.*$", section, re.MULTILINE)
                assert row, (block, field.name)
                assert " ".join(escape(field.doc).replace("|", r"\|").split()) in row[0].replace(r"\\|", r"\|")


def test_every_slot_has_a_heading_with_its_signature(made: dict[str, str]) -> None:
    """Exactly as ``SLOTS`` has it."""
    headings = re.findall(r"^## `(.+)`$", made["slots.md"], re.MULTILINE)
    assert headings == [slot.signature for slot in SLOTS.values()]


def test_every_code_of_a_problem_is_described(made: dict[str, str]) -> None:
    """The sources and the page name the same codes. A new code needs a sentence in ``problem_codes.yaml``."""
    from tilegames_docs.codes import problem_codes, problem_sentences
    assert set(problem_sentences()) == problem_codes(ROOT)
    assert re.findall(r"^## (.+)$", made["problems.md"], re.MULTILINE) == sorted(problem_codes(ROOT))


def test_every_code_of_an_illegal_move_is_described(made: dict[str, str]) -> None:
    """The sources and the page name the same codes. A new code needs a sentence in ``move_codes.yaml``."""
    from tilegames_docs.codes import move_codes, move_sentences
    assert set(move_sentences()) == move_codes(ROOT)
    assert re.findall(r"^## (.+)$", made["move-errors.md"], re.MULTILINE) == sorted(move_codes(ROOT))


def test_every_bad_spec_shows_its_message(made: dict[str, str]) -> None:
    """Each code that a bad spec of the tests asks for stands in the page with an example."""
    from tilegames_docs.codes import bad_specs
    shown = bad_specs(ROOT)
    for path in (ROOT / "tests" / "bad_specs").glob("*.yaml"):
        wanted = re.findall(r"# E: (.+)$", path.read_bytes().decode("utf-8", "replace"), re.MULTILINE)
        assert {code for line in wanted for code in line.split()} <= set(shown), path.name
    for code, (_, _, messages) in shown.items():
        assert f"[{code}]" in messages
        assert str(ROOT) not in messages


@pytest.mark.parametrize("name", tilegames.names())
def test_every_game_has_a_page(made: dict[str, str], name: str) -> None:
    """With its sources, readings, options and variants."""
    spec = tilegames.load(name).spec
    page = made[f"games/{name}.md"].replace("\\", "")
    assert page.count("\n# ") + page.startswith("# ") == 1
    for said in (*spec.about.source, *spec.about.unclear, *spec.variants):
        assert said in page
    for option in spec.options:
        assert f"| `{option}` |" in page


# The pages that are written by hand


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text(encoding="utf-8")


def test_every_fact_of_expressions_is_described() -> None:
    """All lists of facts; what two kinds of payments share stands there once."""
    text = page("reference/expressions.md")
    rows = re.findall(r"^\| `([a-z_.]+)` \| (number|word|yes or no) \|", text, re.MULTILINE)
    kinds = {"int": "number", "bool": "yes or no", "word": "word"}
    facts = [*_TILE_FACTS.names.items(), *_BID_FACTS.names.items(), *RESULT_FACTS.items(), *SIDE_FACTS.items(),
             *(PAYMENT_FACTS | DEALT_FACTS).items(), *_PLAYER_FACTS.items(), *_HAND_FACTS.items(),
             *BIDDER_FACTS.names.items()]
    assert sorted(rows) == sorted((name, kinds[str(kind)]) for name, kind in facts)


def test_the_command_line_is_described() -> None:
    """Every command has a section, and every option of it a row there."""
    pytest.importorskip("click")
    from tilegames.cli import cli
    text = page("reference/command-line.md")
    assert sorted(re.findall(r"^## (.+)$", text, re.MULTILINE)) == sorted(cli.commands)
    for name, command in cli.commands.items():
        section = re.split(r"^## ", text.partition(f"\n## {name}\n")[2], flags=re.MULTILINE)[0]
        options = {max(param.opts, key=len) for param in command.params if param.opts[0].startswith("-")}
        assert set(re.findall(r"^\| `(--[a-z-]+)", section, re.MULTILINE)) == options, name


def test_every_public_name_is_in_the_reference() -> None:
    """``tilegames.__all__``, and those of the packages for testing, simulation and bots."""
    import tilegames.bots
    import tilegames.simulate
    import tilegames.testing
    text = page("reference/api.md")
    named = set(re.findall(r"^\.\. auto(?:class|exception|function|data):: (\w+)$", text, re.MULTILINE))
    public = {*tilegames.__all__, *tilegames.testing.__all__, *tilegames.simulate.__all__, *tilegames.bots.__all__}
    assert public - named <= {"Progress"}
    assert named <= public


@pytest.mark.parametrize("name", ["Deal", "Game", "Playthrough", "State", "View"])
def test_every_public_attribute_is_in_the_reference(name: str) -> None:
    """Among the members of the class on the page, or under the attributes in its docstring."""
    inside = {"flow", "outcome_of", "view_of"}  # for tools, tests and the library itself
    cls = getattr(tilegames, name)
    listed = re.search(rf"^\.\. autoclass:: {name}\n   :members: (.+)$", page("reference/api.md"), re.MULTILINE)
    members = set(listed[1].split(", ")) if listed else set()
    attributes = {word for words in re.findall(r"^ {4}([a-z_, ]+):", inspect.getdoc(cls) or "", re.MULTILINE)
                  for word in words.split(", ")}
    public = {name for name in dir(cls) if not name.startswith("_")}
    assert members <= public
    assert public - members - attributes <= inside


def test_the_glossary_has_every_word_once() -> None:
    """In alphabetical order."""
    words = re.findall(r"^([A-Z]\w+)$", page("glossary.md").partition("```{glossary}")[2], re.MULTILINE)
    assert words == sorted(set(words))
    assert set(words) >= {
        "Deal", "Event", "Game", "Hook", "Kind", "Match", "Meld", "Move", "Option", "Outcome", "Pattern", "Phase",
        "Piece", "Playthrough", "Restriction", "Round", "Seat", "Set", "Side", "Slot", "Spec", "State", "Variant",
        "View", "Zone"}


def test_every_dependency_has_its_reason() -> None:
    """Each package of ``pyproject.toml`` stands in the page under its group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = page("dependencies.md")
    groups = {"## At run time": project["dependencies"],
              **{f"`tilegames[{name}]`": needs for name, needs in project["optional-dependencies"].items()}}
    for heading, needs in groups.items():
        section = text.partition(heading)[2].partition("\n## ")[0]
        listed = set(re.findall(r"^\| ([A-Za-z][\w-]*) \|", section, re.MULTILINE)) - {"Package"}
        assert listed == {re.split(r"[\[><=]", need)[0] for need in needs} - {"tilegames"}, heading


def test_the_changelog_knows_this_version() -> None:
    """There is a section for it."""
    assert re.search(rf"^## {re.escape(tilegames.__version__)}\b", page("changelog.md"), re.MULTILINE)
