"""Suits as a relation of piece and trump: who follows what, what a lead asks for, and who beats whom."""

from tilegames.core.pieces import PieceSet, cards, dominoes
from tilegames.core.suits import Suits, SuitTable, ranked

TILES = dominoes(3)


def of_ends(*, exclusive: bool) -> Suits:
    """Each tile in the suits of both its numbers, the double highest; doubles can be called."""
    def rank(index: int, suit: int, trump: bool) -> tuple[int, ...]:
        kind = TILES.kinds[index]
        return (kind.double, kind.pips - suit) if suit < 4 else (0, kind.high)

    members = dict(zip(("blanks", "ones", "twos", "threes"), TILES.with_number, strict=True))
    doubles = TILES.select(lambda kind: kind.double)
    return Suits(TILES, members, {"doubles": doubles}, rank=rank, lead=[kind.high for kind in TILES.kinds],
                 exclusive=exclusive)


def names(pieces: PieceSet, mask: int) -> set[str]:
    """The names of a mask."""
    return set(pieces.names_of(mask))


def piece(name: str) -> int:
    """The number of a tile."""
    return TILES.names.index(name)


def order(table: SuitTable, led: int) -> list[set[str]]:
    """The pieces that can win when a suit was led, from the highest; equals together; others cannot win."""
    strengths = table.strength[led]
    return [{TILES.names[piece] for piece in range(len(TILES)) if strengths[piece] == strength}
            for strength in sorted(set(strengths) - {0}, reverse=True)]


def test_without_a_trump_a_tile_belongs_to_two_suits() -> None:
    """The 3-1 follows threes and ones and asks for threes; doubles are no suit."""
    table = of_ends(exclusive=True).table()
    assert (table.name, table.trump) == ("none", -1)
    assert [names(TILES, mask) for mask in table.follow[:5]] == [
        {"0-0", "1-0", "2-0", "3-0"}, {"1-0", "1-1", "2-1", "3-1"}, {"2-0", "2-1", "2-2", "3-2"},
        {"3-0", "3-1", "3-2", "3-3"}, set()]
    assert [table.lead[piece(name)] for name in ("3-1", "1-0", "2-2", "0-0")] == [3, 1, 2, 0]


def test_without_a_trump_only_the_suit_led_wins() -> None:
    """Ones led: the double, then by the other end; what is no one cannot win."""
    assert order(of_ends(exclusive=True).table(), 1) == [{"1-1"}, {"3-1"}, {"2-1"}, {"1-0"}]


def test_a_trump_leaves_its_other_suits() -> None:
    """Ones are trump: the 3-1 is no three any more, and asks for ones when led."""
    table = of_ends(exclusive=True).table(1)
    assert (table.name, table.trump) == ("ones", 1)
    assert [names(TILES, mask) for mask in table.follow[:5]] == [
        {"0-0", "2-0", "3-0"}, {"1-0", "1-1", "2-1", "3-1"}, {"2-0", "2-2", "3-2"}, {"3-0", "3-2", "3-3"}, set()]
    assert [table.lead[piece(name)] for name in ("3-1", "2-1", "3-2")] == [1, 1, 3]
    assert order(table, 3) == [{"1-1"}, {"3-1"}, {"2-1"}, {"1-0"}, {"3-3"}, {"3-2"}, {"3-0"}]


def test_a_trump_may_stay_in_its_other_suits() -> None:
    """Ones are trump and the 3-1 is still a three: it must follow threes, and beats them."""
    table = of_ends(exclusive=False).table(1)
    assert names(TILES, table.follow[3]) == {"3-0", "3-1", "3-2", "3-3"}
    assert table.lead[piece("3-1")] == 1
    assert order(table, 3) == [{"1-1"}, {"3-1"}, {"2-1"}, {"1-0"}, {"3-3"}, {"3-2"}, {"3-0"}]


def test_a_suit_that_must_be_called() -> None:
    """Doubles called trump: they leave the suits of their numbers and rank among themselves."""
    table = of_ends(exclusive=True).table(4)
    assert table.name == "doubles"
    assert names(TILES, table.follow[4]) == {"0-0", "1-1", "2-2", "3-3"}
    assert names(TILES, table.follow[3]) == {"3-0", "3-1", "3-2"}
    assert table.lead[piece("2-2")] == 4
    assert order(table, 3) == [{"3-3"}, {"2-2"}, {"1-1"}, {"0-0"}, {"3-2"}, {"3-1"}, {"3-0"}]


def test_equal_ranks_share_a_strength() -> None:
    """Two cards of one rank in one suit are level, so the first played keeps the trick."""
    pack = cards(2, ranks=["K", "A"], suits=["S"])
    ranks = {"K": 0, "A": 1}
    suits = Suits(pack, {"spades": pack.full}, {}, rank=lambda kind, suit, trump: (ranks[pack.kinds[kind].rank],),
                  lead=[0, 0], exclusive=False)
    assert suits.table().strength[0] == (1, 1, 2, 2)


def test_each_suit_can_be_trump() -> None:
    """The first one too: every trump asks for trumps, and where it is exclusive it is nothing else."""
    for exclusive in (True, False):
        suits = of_ends(exclusive=exclusive)
        for trump in range(5):
            table = suits.table(trump)
            for one in TILES.pieces_of(suits.masks[trump]):
                assert table.lead[one] == trump
                others = [suit for suit in range(4) if suit != trump and table.follow[suit] >> one & 1]
                assert not (exclusive and others)
            assert table.follow[trump] == suits.masks[trump]
            assert table.name == ("blanks", "ones", "twos", "threes", "doubles")[trump]


def test_a_trump_beats_every_suit() -> None:
    """For each lead, the weakest trump is stronger than the strongest other piece."""
    for exclusive in (True, False):
        suits = of_ends(exclusive=exclusive)
        for trump in range(5):
            table = suits.table(trump)
            trumps = suits.masks[trump]
            for led in range(4):
                strengths = table.strength[led]
                weakest = min(strengths[piece] for piece in TILES.pieces_of(trumps))
                assert all(strengths[piece] < weakest for piece in TILES.pieces_of(TILES.full & ~trumps))


def of_ends_with_own_doubles(*, exclusive: bool = True, rank: int = 1) -> Suits:
    """The same, where doubles are a suit without being trump; ``rank`` -1 turns them upside down."""
    def place(index: int, suit: int, trump: bool) -> tuple[int, ...]:
        kind = TILES.kinds[index]
        return (kind.double, kind.pips - suit) if suit < 4 else (0, rank * kind.high)

    members = dict(zip(("blanks", "ones", "twos", "threes"), TILES.with_number, strict=True))
    doubles = TILES.select(lambda kind: kind.double)
    return Suits(TILES, members, {"doubles": doubles}, rank=place, lead=[kind.high for kind in TILES.kinds],
                 exclusive=exclusive, own=[4])


def test_a_suit_of_its_own_takes_its_pieces_from_the_others() -> None:
    """Without a trump: a double follows doubles alone and asks for them; the 3-1 is still a three and a one."""
    table = of_ends_with_own_doubles().table()
    assert [names(TILES, mask) for mask in table.follow] == [
        {"1-0", "2-0", "3-0"}, {"1-0", "2-1", "3-1"}, {"2-0", "2-1", "3-2"}, {"3-0", "3-1", "3-2"},
        {"0-0", "1-1", "2-2", "3-3"}, set()]
    assert [table.lead[piece(name)] for name in ("2-2", "0-0", "3-1")] == [4, 4, 3]
    assert (table.name, table.trump, table.trumps) == ("none", -1, 0)
    assert order(table, 4) == [{"3-3"}, {"2-2"}, {"1-1"}, {"0-0"}]
    assert order(table, 1) == [{"3-1"}, {"2-1"}, {"1-0"}]


def test_a_suit_of_its_own_in_another_order() -> None:
    """What decides in a suit is asked for each suit by itself."""
    assert order(of_ends_with_own_doubles(rank=-1).table(), 4) == [{"0-0"}, {"1-1"}, {"2-2"}, {"3-3"}]


def test_a_trump_takes_its_pieces_also_from_a_suit_of_its_own() -> None:
    """Ones are trump: the 1-1 is a trump and no double, the other doubles are."""
    table = of_ends_with_own_doubles().table(1)
    assert names(TILES, table.follow[4]) == {"0-0", "2-2", "3-3"}
    assert names(TILES, table.follow[1]) == {"1-0", "1-1", "2-1", "3-1"}
    assert (table.lead[piece("1-1")], table.lead[piece("2-2")]) == (1, 4)
    assert order(table, 4) == [{"1-1"}, {"3-1"}, {"2-1"}, {"1-0"}, {"3-3"}, {"2-2"}, {"0-0"}]


def test_a_trump_that_stays_in_its_suits_is_also_a_piece_of_its_own_suit() -> None:
    """Not exclusive: the 1-1 is trump, asks for ones, and still follows doubles; it is in no other suit."""
    table = of_ends_with_own_doubles(exclusive=False).table(1)
    assert names(TILES, table.follow[4]) == {"0-0", "1-1", "2-2", "3-3"}
    assert names(TILES, table.follow[1]) == {"1-0", "1-1", "2-1", "3-1"}
    assert table.lead[piece("1-1")] == 1


def test_its_own_suit_as_trump_is_that_trump() -> None:
    """Doubles named trump are the same, whether they were a suit of their own before or not."""
    for other in (of_ends(exclusive=True), of_ends_with_own_doubles()):
        table = other.table(4)
        assert names(TILES, table.follow[4]) == {"0-0", "1-1", "2-2", "3-3"}
        assert [len(names(TILES, mask)) for mask in table.follow[:4]] == [3, 3, 3, 3]
        assert (table.trump, table.lead[piece("3-3")]) == (4, 4)
        assert order(table, 3) == [{"3-3"}, {"2-2"}, {"1-1"}, {"0-0"}, {"3-2"}, {"3-1"}, {"3-0"}]


def test_the_other_suit_of_a_piece() -> None:
    """A piece of two suits could ask for the second; a double, a trump and a piece of its own suit could not."""
    plain, ones = of_ends(exclusive=True).table(), of_ends(exclusive=True).table(1)
    assert [plain.other_lead[piece(name)] for name in ("3-1", "1-0", "2-2")] == [1, 0, -1]
    assert [ones.other_lead[piece(name)] for name in ("3-1", "3-2", "1-1")] == [-1, 2, -1]
    own = of_ends_with_own_doubles().table()
    assert [own.other_lead[piece(name)] for name in ("3-1", "2-2")] == [1, -1]
    stays = of_ends(exclusive=False).table(1)
    assert stays.other_lead[piece("3-1")] == -1


def test_the_stronger_pieces() -> None:
    """Ones led without a trump: above the 2-1 are the 3-1 and the 1-1."""
    table = of_ends(exclusive=True).table()
    strength = table.strength[1][piece("2-1")]
    assert names(TILES, table.above(1, strength)) == {"3-1", "1-1"}
    assert names(TILES, table.above(1, 0)) == {"1-0", "2-1", "3-1", "1-1"}
    assert table.above(1, table.strength[1][piece("1-1")]) == 0


def test_one_suit_by_a_number() -> None:
    """A ranked set: all pieces follow, the highest number is best, equal ones tie, nothing else can be called."""
    table = ranked(TILES, [-abs(kind.pips - 3) for kind in TILES.kinds])
    assert table.follow[0] == TILES.full
    assert set(table.lead) == {0}
    assert set(table.other_lead) == {-1}
    assert order(table, 0) == [{"3-0", "2-1"}, {"2-0", "1-1", "3-1", "2-2"}, {"1-0", "3-2"}, {"0-0", "3-3"}]
