"""Merging: maps merge, ~ deletes, all else replaces, and every value remembers its file."""

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tilegames.errors import Span
from tilegames.spec.merge import Conflict, canonical, conflicts, get_path, merge, same, set_path
from tilegames.spec.schema import Problems
from tilegames.spec.source import Mapping, Node, from_plain, parse, to_plain

BASE = """\
game: chicken-foot
players: {min: 2, max: 8}
deal:
  each: {2..7: 7, 8: 6}
  rest: boneyard
scoring:
  hand_left:
    per_tile: pips
    special: {0-0: 50}
ends_when: [hand_empty, nobody_can_play]
"""


def base() -> Mapping:
    return parse(BASE, file="base.yaml")


def patch(text: str) -> Mapping:
    return parse(text, file="patch.yaml")


def merged(text: str, *, must_change: bool = False) -> tuple[object, list[tuple[str, str]]]:
    problems = Problems()
    node = merge(base(), patch(text), problems, must_change=must_change)
    return to_plain(node), [(problem.code, str(problem.span)) for problem in problems.items]


def test_maps_merge_key_by_key_in_the_order_of_the_base() -> None:
    """New keys come last."""
    plain, problems = merged("variants: {x: 1}\nplayers: {max: 12}\ngame: other")
    assert problems == []
    assert list(cast(dict[str, object], plain)) == ["game", "players", "deal", "scoring", "ends_when", "variants"]
    assert cast(dict[str, object], plain)["players"] == {"min": "2", "max": "12"}
    assert cast(dict[str, object], plain)["game"] == "other"


def test_lists_and_texts_are_replaced_whole() -> None:
    """There is no merging by position."""
    plain, _ = merged("ends_when: [hand_empty]\ndeal: {each: 7}\nplayers: 4")
    found = cast(dict[str, object], plain)
    assert found["ends_when"] == ["hand_empty"]
    assert found["deal"] == {"each": "7", "rest": "boneyard"}
    assert found["players"] == "4"


def test_a_tilde_deletes_a_key() -> None:
    """A deleted key leaves nothing behind."""
    plain, problems = merged("deal: {rest: ~}\nends_when: ~")
    assert cast(dict[str, object], plain)["deal"] == {"each": {"2..7": "7", "8": "6"}}
    assert "ends_when" not in cast(dict[str, object], plain)
    assert problems == []


def test_deleting_what_is_not_there_is_a_problem() -> None:
    """At the key that says so."""
    assert merged("deal: {rets: ~}")[1] == [("nothing-to-delete", "patch.yaml:1:8")]


def test_a_patch_without_effect_is_a_problem_where_asked() -> None:
    """For variants; an option set to its default is fine."""
    assert merged("players: {max: 8}", must_change=True)[1] == [("patch-changes-nothing", "patch.yaml:1:1")]
    assert merged("players: {max: '8'}")[1] == []
    assert merged("players: {max: 9}", must_change=True)[1] == []
    assert merged("{}", must_change=True)[1] == [("patch-changes-nothing", "patch.yaml:1:1")]


def test_a_new_patch_keeps_its_own_deletions() -> None:
    """A child's variant says ~ about a later base."""
    plain, problems = merged("variants: {plain: {hooks: {must_fill: ~}}}")
    assert cast(dict[str, object], plain)["variants"] == {"plain": {"hooks": {"must_fill": None}}}
    assert problems == []


def test_every_value_keeps_the_file_it_comes_from() -> None:
    """So that errors and listings can say where."""
    node = merge(base(), patch("\ndeal: {each: 5}\nplayers: {best: 4}"))
    assert isinstance(node, Mapping)
    deal = cast(Mapping, node.get("deal"))
    assert deal.key_span("each") == Span("patch.yaml", 2, 8)
    assert deal.key_span("rest") == Span("base.yaml", 5, 3)
    assert node.key_span("deal") == Span("base.yaml", 3, 1)
    assert cast(Node, get_path(node, "players.best")).span == Span("patch.yaml", 3, 17)


def test_sameness_ignores_quotes_and_the_order_of_keys_but_not_of_items() -> None:
    """Lists are ordered, maps are not."""
    assert same(patch("a: [1, '2']\nb: ~"), patch("b:\na: ['1', 2]"))
    assert not same(patch("a: [1, 2]"), patch("a: [2, 1]"))
    assert not same(patch("a: '~'"), patch("a: ~"))


def test_a_path_leads_to_a_value() -> None:
    """Or to nothing."""
    node = base()
    assert to_plain(cast(Node, get_path(node, "scoring.hand_left.special.0-0"))) == "50"
    assert get_path(node, "scoring.hand_left.special.9-9") is None
    assert get_path(node, "ends_when.0") is None
    assert get_path(node, ("deal", "each", "2..7")) is not None  # such a key needs a tuple


def test_an_option_sets_one_path() -> None:
    """All else stays."""
    node = set_path(base(), "scoring.hand_left.special.0-0", from_plain(25))
    expected = cast(dict[str, object], to_plain(base()))
    expected["scoring"] = {"hand_left": {"per_tile": "pips", "special": {"0-0": "25"}}}
    assert to_plain(node) == expected


def test_an_unknown_path_is_a_problem_with_a_suggestion() -> None:
    """The base stays as it is."""
    problems = Problems()
    place = Span("patch.yaml", 9, 9)
    assert set_path(base(), "scoring.hand_lift.special", from_plain(1), problems, span=place) == base()
    assert [(p.code, p.message, p.span, p.hint) for p in problems.items] == [
        ("unknown-path", 'there is no "scoring.hand_lift"', place, 'did you mean "hand_left"?')]


def test_patches_clash_where_they_write_different_values() -> None:
    """The same value twice is no clash; a whole map against a key inside it is one."""
    one = parse("deal: {each: 5, rest: stock}\nplayers: {max: 4}\nhooks: ~", file="one.yaml")
    two = parse("deal: {each: 9, rest: stock}\nplayers: {min: 3}\nhooks: {a: b}", file="two.yaml")
    assert conflicts([("one", one), ("two", two)]) == [
        Conflict(("deal", "each"), "one", Span("one.yaml", 1, 8), "two", Span("two.yaml", 1, 8)),
        Conflict(("hooks",), "one", Span("one.yaml", 3, 1), "two", Span("two.yaml", 3, 1)),
    ]
    assert conflicts([("one", one)]) == []


def test_the_canonical_text_is_blind_to_form() -> None:
    """Comments, quotes, the order of keys and what is left out do not change it; order in lists does."""
    text = canonical(patch("b: [6:6, 'x']  # note\na: {d: 1, c: ~}\nabout: {title: T}"), without=["about", "examples"])
    assert text == '{"a":{"c":null,"d":"1"},"b":["6:6","x"]}'
    again = patch("a: {c: null, d: '1'}\nb:\n  - '6:6'\n  - x\nexamples: []")
    assert text == canonical(again, without=["about", "examples"])
    assert text != canonical(patch("a: {c: null, d: '1'}\nb: [x, 6:6]"))


TREES = st.recursive(st.sampled_from(["1", "2", "x"]) | st.lists(st.sampled_from(["1", "2"]), max_size=2),
                     lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3), max_leaves=8)
MAPS = st.dictionaries(st.sampled_from("abc"), TREES, max_size=3)


@settings(max_examples=150, deadline=None)
@given(MAPS, MAPS)
def test_merging_agrees_with_merging_of_dicts(first: dict[str, object], second: dict[str, object]) -> None:
    """The same rule, written for plain data."""
    def plain_merge(one: object, two: object) -> object:
        if not isinstance(one, dict) or not isinstance(two, dict):
            return two
        return {name: plain_merge(one[name], two[name]) if name in one and name in two else {**one, **two}[name]
                for name in {**one, **two}}

    assert to_plain(merge(from_plain(first), from_plain(second))) == plain_merge(first, second)


@settings(max_examples=150, deadline=None)
@given(MAPS, MAPS)
def test_patches_without_a_conflict_may_come_in_any_order(first: dict[str, object], second: dict[str, object]) -> None:
    """That is what a conflict means."""
    one, two = from_plain(first), from_plain(second)
    if not conflicts([("one", one), ("two", two)]):
        assert same(merge(one, two), merge(two, one))


def test_what_an_earlier_patch_deleted_may_be_deleted_again():
    """Two patches that delete the same key agree; a key that was never there is still a mistake."""
    base = parse("deal: {rest: stock, each: 5}", file="base.yaml")
    once = merge(base, parse("deal: {rest: ~}", file="one.yaml"))
    problems = Problems()
    assert to_plain(merge(once, parse("deal: {rest: ~}", file="two.yaml"), problems, before=base)) == {
        "deal": {"each": "5"}}
    assert not problems
    merge(once, parse("deal: {spare: ~}", file="two.yaml"), problems, before=base)
    assert [problem.code for problem in problems.items] == ["nothing-to-delete"]
