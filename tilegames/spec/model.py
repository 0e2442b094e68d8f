"""The spec language: one class for each block, whose fields and their texts are the reference.

The words about pieces stand in ``spec.pieces``, those about phases in ``spec.phases``, those of examples in
``spec.examples``; here is the rest, and all of it can be had from here.

Nothing here knows how a rule is carried out; ``compile`` does that. A key stands here only if the engine obeys it.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilegames.spec.biddings import Bidding, Counter, Exchange, Schedule, Tally, Visible, hand_size
from tilegames.spec.blocks import MISSING, Missing, Problems, Reader, what_is
from tilegames.spec.examples import Example
from tilegames.spec.groups import DealtWin, Factor, GroupTricks, Payment, Playable, Redirect
from tilegames.spec.melds import Boxes, Final, Knock, KnockScores, Melding, Melds, Showdown, Stakes, Stalemate
from tilegames.spec.nodes import Mapping, Node, Scalar
from tilegames.spec.phases import (
    PHASES,
    Auction,
    Bid,
    Blocked,
    Choose,
    DealerBids,
    Declarable,
    Declare,
    Discarding,
    Draws,
    GoOut,
    Joins,
    Layout,
    MustFill,
    Opener,
    PlayOn,
    Step,
    Trains,
    Turns,
)
from tilegames.spec.pieces import Cards, Equipment, Pattern, PieceFilter, SuitsPatch, Tiles, piece_filters
from tilegames.spec.schema import (
    Block,
    ByPlayers,
    CountRange,
    Located,
    Table,
    block,
    boolean,
    by_players,
    count_range,
    either,
    expression,
    integer,
    integer_or,
    key,
    kinds,
    language,
    listing,
    located,
    name,
    one_or_many,
    scalar,
    table,
    text,
    word,
)
from tilegames.spec.seats import WANTED, HolderOf, NamedSeat
from tilegames.spec.tricks import Barred, ContractPatch, ContractPay, DeclarePatch, FaceDown, Tricks, TricksPatch

__all__ = ["LANGUAGE_VERSION", "WANTED", "About", "AllTaken", "Auction", "Barred", "Bid", "Bidding", "Blocked",
           "Bonus", "Boxes", "Cards", "Choose", "Contract", "ContractPatch", "ContractPay", "Counter", "Deal",
           "DealerBids", "DealtWin", "Declarable", "Declare", "DeclarePatch", "Discarding", "Document", "Draws",
           "Equipment", "Exchange", "FaceDown", "Factor", "Final", "GoOut", "GroupTricks", "HandLeft", "HolderOf",
           "Hook", "Joins", "Knock", "KnockScores", "Layout", "Love", "Match", "Melding", "Melds", "MustFill",
           "NamedSeat", "OpenEnds", "Opener", "Option", "Pattern", "Payment", "PieceFilter", "PlayOn", "Playable",
           "Players", "Points", "Pot", "Redirect", "RoundWon", "Schedule", "Scoring", "Showdown", "Spec", "Stakes",
           "Stalemate", "Step", "SuitsPatch", "Tally", "Tiles", "Trains", "Tricks", "TricksPatch", "Turns", "Until",
           "Visible"]

#: The version of the language; a spec names it in its first key.
LANGUAGE_VERSION = 1


class _Raw(Reader[Node]):
    """Takes a map as it is, to be merged or read later."""

    def __init__(self, phrase: str) -> None:
        self.phrase = phrase

    def describe(self) -> str:
        return self.phrase

    def fits(self, node: Node) -> bool:
        return isinstance(node, Mapping)

    def read(self, node: Node, problems: Problems) -> Node | Missing:
        if isinstance(node, Mapping):
            return node
        if isinstance(node, Scalar) and node.text == "":
            return Mapping((), node.span)
        problems.add("wrong-shape", f"expected {self.phrase}, found {what_is(node)}", node.span)
        return MISSING


def _version(written: str) -> int | tuple[str, str, str]:
    if written != str(LANGUAGE_VERSION):
        return "unknown-version", f'this is version {LANGUAGE_VERSION} of the language, not "{written}"', \
            f"write tilegames: {LANGUAGE_VERSION}"
    return LANGUAGE_VERSION


@language
class About(Block):
    """What the game is and where its rules come from."""

    title: str = key(text(), required=True, doc="The game's name as people write it.", example="Texas 42")
    family: str = key(word("trick-taking", "rummy", "layout"), required=True, doc="The family of games.")
    source: tuple[str, ...] = key(one_or_many(text()), required=True, doc="Where the rules come from.")
    unclear: tuple[str, ...] = key(
        listing(text()), default=(), doc="What the source leaves open or contradicts, and the reading chosen.")
    license: str | None = key(text(), default=None, doc="What the spec may be used for.")
    status: str | None = key(text(), default=None, example="reconstructed",
                             doc="How sure the rules are, if the sources do not give all of them.")


@language
class Players(Block):
    """How many play, who plays with whom, and which way round."""

    count: int | None = key(integer(1, 20), default=None, doc="The number of players, if there is only one.")
    min: int | None = key(integer(1, 20), default=None, doc="The fewest players.")
    max: int | None = key(integer(1, 20), default=None, doc="The most players.")
    best: CountRange | None = key(count_range(1, 20), default=None,
                                  doc="The counts that play best; the first is the default.",
                                  example="4..8")
    teams: str | None = key(word("across"), default=None, doc="`across`: two sides, every other seat.")
    turn: str = key(word("clockwise", "counterclockwise"), default="clockwise",
                    doc="The direction of play. Seats are numbered in the order of play, so it decides only who is "
                        "left "
                        "and who is right of whom.")


@language
class Deal(Block):
    """How the pack is handed out."""

    each: ByPlayers[int] | Schedule = key(
        hand_size(), required=True, doc="Pieces for each player, or how many they are round by round.",
        example="{2..7: 7, 8: 6}")
    starter: ByPlayers[int] | None = key(by_players(integer(1, 60)), default=None,
                                         doc="Pieces for the starter, if not as many.")
    turn_up: int = key(integer(0, 10), default=0, doc="Pieces turned face up after the deal: the first discards.")
    turn_up_not: tuple[Any, ...] = key(piece_filters(), default=(), example="[joker, {rank: 2}]",
                                       doc="Pieces that are not turned up: they go to the bottom of the stock, and the "
                                           "next is turned.")
    rest: str = key(word("stock", "aside", boneyard="stock"), default="stock",
                    doc="What the other pieces become: a stock to draw from (`boneyard` says the same), or out of "
                        "play.")
    method: str = key(word("heap", "wall", boneyard="heap"), default="heap",
                      doc="`heap`: shuffled face down; `wall`: stacked in a wall that is taken from its start.")
    wall_height: int = key(integer(2, 10), default=5, doc="How many pieces a stack of the wall has.")
    visible: Visible | None = key(block(Visible), default=None, doc="Who sees hands, where not their owner alone.")
    spare: int = key(integer(0, 20), default=0,
                     doc="How many pieces for each player must be left after the deal; fewer is an error.")


@language
class Points(Block):
    """What tricks are worth to the side that takes them."""

    per_trick: int = key(integer(-1000, 1000), default=0, doc="Points for each trick.")
    per_tile: str | None = key(word("value"), default=None, doc="`value`: also what each piece in it is worth.")


@language
class Contract(Block):
    """The contract of the auction."""

    made_if: Located[str] = key(expression(), required=True, doc="Whether it is made.",
                                example="declarers.points >= bid.target")
    made: ContractPay = key(block(ContractPay), default=ContractPay(), doc="What is scored when it is made.")
    failed: ContractPay = key(block(ContractPay), default=ContractPay(), doc="What is scored when it is not.")


@language
class Bonus(Block):
    """Something extra for the winner of a round."""

    when: Located[str] = key(expression(), required=True, doc="The condition.", example="out.only_fit")
    scores: Located[str] = key(expression(), required=True, doc="How much.", example="1")


@language
class RoundWon(Block):
    """What the winner of a round scores."""

    scores: Located[str] = key(expression(), required=True, doc="How much.", example="1")
    bonus: Table[Bonus] = key(table(block(Bonus)), default=attrs.Factory(Table), doc="Named extras.")


@language
class Love(Block):
    """Rounds won count only as long as others have nothing."""

    rule: str = key(word("strict", "nil_someone"), default="strict",
                    doc="`strict`: a side scores only while all others have nothing, and a win by another side sets "
                        "all back to nothing; `nil_someone`: every side collects, and when all have points all go back "
                        "to nothing.")
    one_all: str = key(word("reset", "play_off"), default="reset",
                       doc="`play_off` (with `strict`): at one to nothing the other side draws level, and the winner "
                           "of the next decided round stands at two to nothing.")


@language
class HandLeft(Block):
    """What is left in hand counts, by the value of the tiles."""

    to: str = key(word("holder", "winner"), default="holder", doc="Who scores it.")
    counts: str = key(word("others", "others_minus_own", "everybody"), default="others",
                      doc="Whose hands the winner scores: those of the other sides; less what the winner holds (its "
                          "side, if sides are compared); or also those of its own side.", example="others_minus_own")
    stock: bool = key(boolean(), default=False, doc="Whether the winner also scores the pieces left in the stock.")
    round_to: int = key(integer(1, 100), default=1,
                        doc="Amounts are rounded to the nearest multiple; the middle is rounded up.", example="5")
    rounded: str = key(word("sum", "each_hand"), default="sum", doc="What is rounded when a winner scores.")
    scores: Located[str] | None = key(expression(), default=None, example="total // 5",
                                      doc="What is scored for the `total`; without it, the total.")


@language
class OpenEnds(Block):
    """What the sum of the open ends scores for who has just played."""

    when: Located[str] = key(expression(), required=True, doc="Which sums score; the sum is the `total`.",
                             example="total % 5 == 0")
    scores: Located[str] = key(expression(), required=True, doc="How much.", example="total")
    doubles: str = key(word("twice", "once"), default="twice",
                       doc="Whether a double at an end counts both halves. Joined on both sides in line it is no end.")
    lone_double: str = key(word("twice", "once"), default="twice",
                           doc="The same for a double that lies alone; it is one end.")


@language
class Pot(Block):
    """An ante before each round, for its winner. Scores, pot and house together sum to zero."""

    ante: int = key(integer(1, 1_000_000), required=True, doc="What everybody pays, in the smallest unit.")
    rake: int = key(integer(0, 99), default=0, doc="Percent of the pot that the house keeps, rounded down.")
    nobody_wins: str = key(word("carry", "refund"), default="carry",
                           doc="The antes stay in the pot for the next round, or go back.")


@language
class AllTaken(Block):
    """Who takes all of some pieces: what everybody scores in place of what was taken."""

    pieces: Any = key(piece_filters(), required=True, doc="The pieces.", example="[{suit: hearts}, QS]")
    taker: int = key(integer(-10_000, 10_000), default=0, doc="What the side scores that has taken them all.")
    others: int = key(integer(-10_000, 10_000), default=0, doc="What every other side scores.", example="26")
    beside: str = key(word("nothing", "taken"), default="nothing",
                      doc="`taken`: what other pieces and tricks count is scored, too.")


@language
class Scoring(Block):
    """From the result of a round to lines of the account."""

    points: Points | None = key(block(Points), default=None, doc="What tricks are worth.")
    contract: Contract | None = key(block(Contract), default=None, doc="The contract of the auction.")
    taken: bool = key(boolean(), default=False, doc="Whether each side scores the points it has taken.")
    all_taken: AllTaken | None = key(block(AllTaken), default=None,
                                     doc="With `taken`: what is scored instead when one side has taken all of them.")
    hand_left: HandLeft | None = key(block(HandLeft), default=None, doc="What is left in hand counts.")
    melded: bool = key(boolean(), default=False, doc="Whether everybody scores what they have melded and laid off.")
    knock: KnockScores | None = key(block(KnockScores), default=None, doc="What a knock scores.",
                                    example="{gin: 25, undercut: 25}")
    final: Final | None = key(block(Final), default=None, doc="What is scored when the match is over.",
                              example="{winner: 100, each_round: 25}")
    stakes: Stakes | None = key(block(Stakes), default=None, doc="Money beside the score.",
                                example="{ante: 6, round_share: 1}")
    round_won: RoundWon | None = key(block(RoundWon, short="scores"), default=None,
                                     doc="What the winner of a round scores.",
                                     example="1")
    love: Love | None = key(block(Love), default=None,
                            doc="Rounds won are entered in a love ledger.", example="{one_all: reset}")
    open_ends: OpenEnds | None = key(block(OpenEnds), default=None, doc="The open ends of a layout count.")
    each_seat: Table[Tally] = key(
        table(block(Tally, short="scores")), default=attrs.Factory(Table),
        doc="What each player scores, by named rows, for its side.",
        example="{exact: {when: tricks == bid, scores: 10 + tricks}}")
    each_side: Table[Tally] = key(
        table(block(Tally, short="scores")), default=attrs.Factory(Table),
        doc="What each side scores, by named rows.", example="{made: {when: tricks >= bid, scores: 10 * bid}}")
    counters: Table[Counter] = key(
        table(block(Counter)), default=attrs.Factory(Table), doc="Numbers that each side keeps for the match.",
        example="{bags: {adds: 'max(0, tricks - bid)', at: 10, scores: -100}}")
    pot: Pot | None = key(block(Pot), default=None, doc="Antes and their winner.")
    payments: Table[Payment] = key(table(block(Payment)), default=attrs.Factory(Table),
                                   doc="What players pay one another in tricks of groups, by named rows. Each name is "
                                       "the rule of its lines in the account.")


@language
class Until(Block):
    """When the match ends; whichever comes first."""

    fall_to: int | None = key(integer(-1_000_000, -1), default=None, example="-200",
                              doc="A side has this score or less.")

    reach: int | None = key(integer(1, 1_000_000), default=None, doc="A side has this score.")
    rounds: Any = key(integer_or(("every_double", "schedule"), 1, 10_000), default=None, example="10",
                      doc="So many rounds are played; `every_double`: until every double has had its round; "
                          "`schedule`: until every hand size of the deal has.")
    checked: str = key(word("after_round", "at_once"), default="after_round",
                       doc="Whether a score reached in the middle of a round ends the match at once.")


@language
class Match(Block):
    """Rounds, dealers and the end."""

    first_dealer: str = key(word("nobody", "random", "highest_draw"), default="nobody",
                            doc="`highest_draw`: everybody draws a tile, most pips win, who ties draws again.")
    next_dealer: str = key(word("left", "right", "winner", "loser", "same"), default="left",
                           doc="Who deals the next round; `loser`, of two players: who has not won it. If nobody "
                               "has, `winner` and `loser` let the dealer deal again.")
    starter: str | None = key(word("random", "random_once", "dice", "highest_draw"), default=None, example="random",
                              doc="How the starter of each round is drawn; `random_once`: of the first round only; "
                                  "`dice`: four dice counted round from seat 0.")
    until: Until = key(block(Until), required=True, doc="When the match ends.")
    winner: str = key(word("highest", "lowest", "round_winner"), default="highest",
                      doc="Which score wins; `round_winner`: in a match of one round who has won it, in a longer one "
                          "the highest score.")
    ties: tuple[str, ...] = key(
        one_or_many(word("play_on", "most_zero_rounds", "lowest_round_above_zero", "last_round_winner", "shared",
                         "nobody")),
        default=("shared",), example="[most_zero_rounds, shared]",
        doc="Level at the top: another round (if a score was to be reached); who has more rounds without a point; who "
            "has the lowest round above nothing; who has won the last round; then all of them or nobody wins.")


@language
class Option(Block):
    """A switch for the caller."""

    doc: str = key(text(), default="", doc="What it is, in a sentence.")
    default: str | None = key(text(), default=None, doc="The value that the spec has without it.")
    values: Table[Node] = key(table(_Raw("a patch"), name(or_number=True)), default=attrs.Factory(Table),
                              doc="Each value and what it changes.")
    sets: Located[str] | None = key(located(), default=None,
                                    doc="In place of `values`: the path of the one scalar it sets.",
                                    example="match.until.reach")
    allowed: Any = key(either(count_range(), listing(text(), at_least=1)), default=None,
                       doc="With `sets`: the range or the words.")


@language
class Hook(Block):
    """A Python function in a slot."""

    use: Located[str] = key(located(), required=True, doc="The function: module.name in the registry.",
                            example="kap_tai_shap.counts_as")
    given: Table[Located[str]] = key(table(located(), scalar("a name", lambda t: t)), default=attrs.Factory(Table),
                                     name="with", doc="Numbers and words for it.", example="{4-2: 3}")


@language
class Spec(Block):
    """A game."""

    tilegames: int = key(scalar("the version of the language", _version), required=True,
                         doc="The version of the language.", example="1")
    game: str = key(name(), required=True, doc="The game's id, equal to the file's name.", example="my-variant")
    about: About = key(block(About), required=True, doc="What the game is.")
    extends: str | None = key(name(), default=None, doc="A spec that this one is a patch of.")
    players: Players = key(block(Players), required=True, doc="Who plays.")
    equipment: Equipment = key(block(Equipment), required=True, name="set", doc="The pieces.")
    tiles: Tiles = key(block(Tiles), default=Tiles(), doc="What the pieces mean.")
    patterns: Table[Pattern] = key(table(block(Pattern)), default=attrs.Factory(Table), doc="Named shapes.")
    melds: Melds | None = key(block(Melds, short="patterns"), default=None, doc="Which patterns are melds.",
                              example="[set, run]")
    deal: Deal = key(block(Deal), required=True, doc="The deal.")
    phases: Table[Block] = key(table(kinds(PHASES)), required=True, doc="The phases of a round, in order.")
    contracts: Table[ContractPatch] = key(table(block(ContractPatch)), default=attrs.Factory(Table),
                                          doc="Contracts that change the rules for a round.")
    scoring: Scoring = key(block(Scoring), required=True, doc="The scoring of a round.")
    match: Match = key(block(Match), required=True, doc="The match.")
    options: Table[Option] = key(table(block(Option)), default=attrs.Factory(Table), doc="Switches for the caller.")
    variants: Table[Node] = key(table(_Raw("a patch")), default=attrs.Factory(Table), doc="Named patches.")
    hooks: Table[Hook] = key(table(block(Hook, short="use")), default=attrs.Factory(Table), doc="Functions in slots.")


@language
class Document(Spec):
    """A game with its examples: a spec file whole.

    The examples are read apart from the rest, when somebody asks for them: who plays a game need not wait for them.
    """

    examples: tuple[Example, ...] = key(listing(block(Example)), default=(),
                                        doc="Positions with expected answers; `tilegames check` runs them.")
