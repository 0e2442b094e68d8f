"""Every bad spec is refused for the reasons, and at the lines, that it names itself."""

import re
from pathlib import Path

import pytest

from tilegames.errors import SpecError
from tilegames.spec.source import parse

BAD_SPECS = Path(__file__).parent.parent / "bad_specs"


def expected(data: bytes) -> list[tuple[int, str]]:
    """Read the codes after ``# E:`` with their lines."""
    found = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        said = re.search(r"# E: (.+)$", line)
        if said:
            found += [(number, code) for code in said[1].split()]
    return found


@pytest.mark.parametrize("path", sorted(BAD_SPECS.glob("source-*.yaml")), ids=lambda path: path.stem)
def test_a_bad_text_is_refused_line_by_line(path: Path) -> None:
    """The lines and codes are exactly those that the file's comments say."""
    data = path.read_bytes()
    with pytest.raises(SpecError) as caught:
        parse(data, file=path.name)
    found = [(problem.span.line if problem.span else 0, problem.code) for problem in caught.value.problems]
    assert found == expected(data)
    assert all(problem.span and problem.span.file == path.name for problem in caught.value.problems)


@pytest.mark.parametrize("path", sorted(BAD_SPECS.glob("source-*.yaml")), ids=lambda path: path.stem)
def test_every_problem_is_told_as_a_sentence_with_a_way_out(path: Path) -> None:
    """No message quotes PyYAML, and each but the depth limit has a hint."""
    with pytest.raises(SpecError) as caught:
        parse(path.read_bytes(), file=path.name)
    for problem in caught.value.problems:
        assert "this is not YAML" not in problem.message
        assert problem.hint or problem.code == "too-deep"
        assert not problem.message.endswith(".")
