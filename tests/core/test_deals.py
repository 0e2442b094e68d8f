"""Chance: shuffles that are the same everywhere, draws by lot, walls, and deals that depend on seed and round only."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilegames.core.deals import (
    Chance,
    Deal,
    DealSource,
    Draw,
    Packets,
    check_deal,
    in_copy_order,
    shuffled,
    wall,
)
from tilegames.core.pieces import chinese_dominoes, dominoes

PIPS = [kind.pips for kind in dominoes(6).kinds]


class Dice(Chance):
    """Chance that throws the dice it is told to throw."""

    __slots__ = ("pips",)

    def __init__(self, *pips: int) -> None:
        super().__init__(0, 0)
        self.pips = list(pips)

    def below(self, purpose: str, limit: int) -> int:
        assert limit == 6
        return self.pips.pop(0) - 1


def piece(name: str) -> int:
    """The number of a tile of the double-six set."""
    return dominoes(6).names.index(name)


def drawn(*names: str) -> tuple[int, ...]:
    """The numbers of some tiles."""
    return tuple(map(piece, names))


# Shuffling


@given(st.integers(0, 200), st.integers(0, 2**64 - 1), st.integers(0, 10**6))
def test_a_shuffle_is_a_permutation(count: int, seed: int, number: int) -> None:
    """Every number once, none lost, none twice; also for nothing and for one."""
    assert sorted(Chance(seed, number).order("pack", count)) == list(range(count))


@pytest.mark.parametrize(("seed", "number", "order"), [
    (1, 0, [3, 1, 6, 5, 2, 7, 9, 4, 8, 0]),
    (2**40 + 7, 3, [1, 0, 9, 3, 5, 8, 7, 2, 4, 6]),
])
def test_a_seed_gives_the_same_order_on_every_python(seed: int, number: int, order: list[int]) -> None:
    """From another implementation of SHAKE-256: seed and round in 8 bytes each, then the purpose; 64 bits a number."""
    assert Chance(seed, number).order("pack", 10) == order


def test_a_shuffle_sorts_by_64_bits_each() -> None:
    """The first number gets the lowest 64 bits: the one with the least bits comes first."""
    keys = [50, 10, 40, 2**64 - 1]
    assert shuffled(4, b"".join(key.to_bytes(8, "little") for key in keys)) == [1, 2, 0, 3]


def test_every_order_of_three_comes_up() -> None:
    """600 shuffles of three hit each of the six orders about a hundred times."""
    found = [tuple(Chance(seed, 0).order("pack", 3)) for seed in range(600)]
    assert len(set(found)) == 6
    assert all(60 < found.count(order) < 150 for order in set(found))


def test_a_number_below_a_limit_is_pinned_too() -> None:
    """From the same other implementation: the dealers among four that the seeds 0 to 5 give."""
    assert [Chance(seed, 0).below("dealer", 4) for seed in range(6)] == [1, 1, 1, 1, 0, 3]


def test_rounds_and_purposes_are_unrelated() -> None:
    """Another round, or another purpose, is another order."""
    orders = {tuple(Chance(1, number).order(purpose, 20)) for number in range(3) for purpose in ("pack", "dealer 0")}
    assert len(orders) == 6


# Named draws


@pytest.mark.parametrize(("names", "seat"), [
    (("6-4", "5-4", "1-0", "0-0"), 0),
    (("0-0", "5-4", "1-0", "6-6"), 3),
    (("1-0", "0-0", "1-1", "2-1"), 3),
])
def test_the_most_pips_win_the_draw(names: tuple[str, ...], seat: int) -> None:
    """Everybody draws a tile in turn from seat 0; the highest sum of pips is the seat."""
    assert Draw("dealer", "highest", 4, every_round=False, worth=PIPS).seat(drawn(*names)) == seat


def test_who_ties_draws_again() -> None:
    """Seats 1 and 3 tie at ten; then 3-2 against 2-1 decides for seat 1."""
    draw = Draw("dealer", "highest", 4, every_round=False, worth=PIPS)
    assert draw.seat(drawn("5-3", "6-4", "0-0", "5-5")) is None
    assert draw.seat(drawn("5-3", "6-4", "0-0", "5-5", "3-2", "2-1")) == 1


def test_who_ties_again_draws_once_more_and_only_they() -> None:
    """All three tie at six, then seats 0 and 2 at nine, then 1-0 against 1-1 decides for seat 2."""
    draw = Draw("dealer", "highest", 3, every_round=False, worth=PIPS)
    tied = drawn("6-0", "5-1", "3-3", "5-4", "0-0", "6-3")
    assert draw.seat(tied[:3]) is None
    assert draw.seat(tied) is None
    assert draw.seat((*tied, *drawn("1-0", "1-1"))) == 2


@pytest.mark.parametrize("names", [(), ("6-6",), ("6-6", "5-5"), ("6-4", "5-5", "0-0", "1-0", "6-1")])
def test_too_few_tiles_decide_nothing(names: tuple[str, ...]) -> None:
    """A draw that is not finished names no seat: in the last one, seats 0 and 1 tie and only one has drawn again."""
    assert Draw("dealer", "highest", 4, every_round=False, worth=PIPS).seat(drawn(*names)) is None


@given(st.integers(0, 10**9), st.integers(2, 9))
def test_a_drawn_tile_decides_and_no_tile_too_many_is_recorded(seed: int, seats: int) -> None:
    """What is recorded decides the seat, and without its last tile it would not."""
    draw = Draw("dealer", "highest", seats, every_round=False, worth=PIPS)
    result = draw.make(Chance(seed, 0))
    assert isinstance(result, tuple)
    assert draw.seat(result) in range(seats)
    assert draw.seat(result[:-1]) is None
    assert len(set(result)) == len(result)


def test_a_seat_by_lot_is_any_seat() -> None:
    """Each of five seats comes up, and a seat that there is not decides nothing."""
    draw = Draw("dealer", "random", 5, every_round=True)
    assert {draw.make(Chance(seed, 0)) for seed in range(100)} == {0, 1, 2, 3, 4}
    assert (draw.seat(4), draw.seat(5), draw.seat(-1)) == (4, None, None)


@pytest.mark.parametrize(("seats", "dice", "seat"), [
    (4, [1, 1, 1, 1], 3), (4, [6, 6, 6, 6], 3), (4, [1, 1, 1, 2], 0), (3, [1, 1, 1, 1], 0), (7, [6, 5, 4, 3], 3),
    (20, [1, 1, 1, 1], 3), (20, [6, 6, 6, 6], 3)])
def test_four_dice_are_counted_round_from_seat_0(seats: int, dice: Sequence[int], seat: int) -> None:
    """Seat 0 counts one: four pips at a table of four are seat 3, five are seat 0 again."""
    draw = Draw("starter", "dice", seats, every_round=True)
    assert draw.make(Dice(*dice)) == seat


# Walls (K15 and its kin)


def test_the_wall_of_three_players_and_two_sets() -> None:
    """K15: twelve stacks of five and one of four; the tops of stacks 3 and 5 go to the far end."""
    taken = wall(range(64), 3, 5)
    assert taken == [*range(14), *range(15, 24), *range(25, 64), 14, 24]


def test_the_hands_from_the_wall_of_three_players() -> None:
    """K15: the first player takes stacks 1 and 2 (10), the others 9 each; 36 are left, the moved ones last."""
    packets, rest = Packets(9, extra=1, height=5).hand_out(range(64), 3, 0)
    assert [list(packet) for packet in packets] == [
        list(range(10)), [10, 11, 12, 13, 15, 16, 17, 18, 19], [20, 21, 22, 23, 25, 26, 27, 28, 29]]
    assert list(rest) == [*range(30, 64), 14, 24]
    assert len(rest) == 36


def test_the_last_stack_of_a_wall_may_be_short() -> None:
    """Two players, one set: six stacks of five and one of two; the top of stack 3 is moved behind the short one."""
    packets, rest = Packets(9, extra=1, height=5).hand_out(range(32), 2, 0)
    assert list(packets[1]) == [10, 11, 12, 13, 15, 16, 17, 18, 19]
    assert list(rest) == [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 14]


def test_a_lower_wall() -> None:
    """Kap Shap: stacks of four, hands of 8 and 7; the top of stack 3 is the twelfth tile."""
    packets, rest = Packets(7, extra=1, height=4).hand_out(range(32), 2, 1)
    assert list(packets[1]) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert list(packets[0]) == [8, 9, 10, 12, 13, 14, 15]
    assert list(rest) == [*range(16, 32), 11]


@given(st.integers(2, 12), st.integers(2, 6), st.integers(0, 200))
def test_a_wall_loses_no_tile(seats: int, height: int, more: int) -> None:
    """Whatever its size, a wall is taken down to the last tile."""
    count = 2 * height * seats + more
    assert sorted(wall(range(count), seats, height)) == list(range(count))


# Packets


def test_packets_go_to_their_seats_whoever_is_first() -> None:
    """Seat 2 of three gets the last packet and the extra piece; the rest is in the order of the pack."""
    packets, rest = Packets(2, extra=1, turn_up=1).hand_out(range(10), 3, 2)
    assert [list(packet) for packet in packets] == [[0, 1], [2, 3], [4, 5, 6]]
    assert list(rest) == [7, 8, 9]


def test_the_first_player_takes_the_first_stacks_of_a_wall() -> None:
    """Stacks of two: seat 1 takes 0 to 3; the 5 is moved to the far end, so seat 0 gets 4, 6 and 7."""
    packets, rest = Packets(3, extra=1, height=2).hand_out(range(10), 2, 1)
    assert [list(packet) for packet in packets] == [[4, 6, 7], [0, 1, 2, 3]]
    assert list(rest) == [8, 9, 5]


@pytest.mark.parametrize(("packets", "seats", "needed"), [
    (Packets(14), 4, 56), (Packets(8), 4, 32), (Packets(10, turn_up=1), 2, 21), (Packets(9, extra=1), 3, 28)])
def test_how_many_pieces_a_deal_takes(packets: Packets, seats: int, needed: int) -> None:
    """A24: 4 x 14 = 56, 4 x 8 = 32, 2 x 10 and a card turned up = 21."""
    assert packets.needed(seats) == needed


# Where deals come from


def source(**keywords: object) -> DealSource:
    """A source for the double-six set with a dealer drawn once and a starter drawn each round."""
    draws = [Draw("dealer", "highest", 4, every_round=False, worth=PIPS),
             Draw("starter", "random", 4, every_round=True)]
    return DealSource(dominoes(6).kind_of, draws, **keywords)  # type: ignore[arg-type]  # a test's short way


def test_the_deal_of_a_round_depends_on_seed_and_round_only() -> None:
    """Asked in any order, and of any source, a round's deal is the same; other rounds and seeds give other deals."""
    one, other = source(seed=7), source(seed=7)
    later = [one.deal(number) for number in (3, 0, 2)]
    assert later == [other.deal(number) for number in (3, 0, 2)]
    assert len({one.deal(number).order for number in range(50)}) == 50
    assert len({source(seed=seed).deal(0).order for seed in range(50)}) == 50
    assert source(seed=1).deal(2) != source(seed=2).deal(1)


@pytest.mark.parametrize(("seed", "number", "order"), [
    (7, 0, [2, 8, 3, 4, 9, 1, 5, 6, 0, 7]),
    (7, 1, [0, 2, 8, 3, 5, 6, 9, 1, 7, 4]),
    (2**64 - 1, 3, [1, 6, 2, 4, 5, 3, 9, 0, 7, 8]),
])
def test_the_deal_of_a_round_is_pinned(seed: int, number: int, order: list[int]) -> None:
    """The ten tiles of a double-three set, from another implementation of SHAKE-256."""
    assert DealSource(dominoes(3).kind_of, [], seed=seed).deal(number) == Deal(tuple(order))


def test_what_is_drawn_once_and_what_every_round() -> None:
    """The dealer is drawn for the first round only, the starter for each."""
    one = source(seed=3)
    assert [name for name, _ in one.deal(0).draws] == ["dealer", "starter"]
    assert [name for name, _ in one.deal(1).draws] == ["starter"]
    assert one.deal(1).draw("dealer") is None


def test_given_deals_come_first_and_then_the_seed() -> None:
    """Two given deals, then the seed's own third one; without a seed there is no third."""
    given_deals = [Deal(tuple(range(28))), Deal(tuple(range(27, -1, -1)))]
    with_seed = source(given=given_deals, seed=5)
    assert [with_seed.deal(number) for number in (0, 1, 2)] == [*given_deals, source(seed=5).deal(2)]
    assert source(given=given_deals).deal(2) is None


def test_given_deals_can_begin_with_a_later_round() -> None:
    """For positions: the first given deal is that of round 4."""
    given_deal = Deal(tuple(range(28)))
    one = source(given=[given_deal], start=4)
    assert [one.deal(number) for number in (3, 4, 5)] == [None, given_deal, None]


def test_copies_of_a_kind_come_lowest_first() -> None:
    """Copies cannot be told apart, so a deal does not depend on which copy came first."""
    assert in_copy_order([4, 2, 0, 3, 1], [0, 0, 1, 2, 2]) == [3, 2, 0, 4, 1]
    pieces = chinese_dominoes(2)
    order = DealSource(pieces.kind_of, [], seed=11).deal(0).order
    for mask in pieces.kind_masks:
        copies = [one for one in order if mask >> one & 1]
        assert copies == sorted(copies)


# Given deals


@pytest.mark.parametrize("order", [(), tuple(range(27)), (*range(27), 26), (*range(28), 28), tuple(range(1, 29))])
def test_a_deal_must_hold_each_piece_once(order: tuple[int, ...]) -> None:
    """Too few, too many, one twice and one that there is not: each is told."""
    assert "each of the 28 pieces once" in check_deal(Deal(order), dominoes(6), [], 0)
    assert check_deal(Deal(tuple(range(28))), dominoes(6), [], 0) == ""


@pytest.mark.parametrize("result", [4, -1, (), (0, 0, 0, 0), drawn("6-4", "5-5", "0-0", "1-0"), (99, 1, 2, 3)])
def test_a_deal_must_decide_its_draws(result: int | tuple[int, ...]) -> None:
    """A seat that there is not, an undecided draw, and a piece that there is not decide nothing."""
    draws = [Draw("dealer", "highest", 4, every_round=False, worth=PIPS)]
    deal = Deal(tuple(range(28)), (("dealer", result),))
    assert "dealer" in check_deal(deal, dominoes(6), draws, 0)


def test_a_draw_of_the_first_round_is_not_asked_of_later_deals() -> None:
    """The dealer was drawn before the first round."""
    draws = [Draw("dealer", "highest", 4, every_round=False, worth=PIPS)]
    order = tuple(range(28))
    assert check_deal(Deal(order), dominoes(6), draws, 1) == ""
    assert check_deal(Deal(order), dominoes(6), draws, 0) != ""
    assert check_deal(Deal(order, (("dealer", 3),)), dominoes(6), draws, 0) == ""


def test_a_deal_says_what_was_drawn() -> None:
    """By name; None if it has no such draw."""
    deal = Deal((0,), (("dealer", 2), ("starter", (5, 6))))
    assert (deal.draw("dealer"), deal.draw("starter"), deal.draw("other")) == (2, (5, 6), None)
