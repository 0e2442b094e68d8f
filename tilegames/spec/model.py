"""The spec language: one class for each block, whose fields and their texts are the reference.

Nothing here knows how a rule is carried out; ``compile`` does that. A key stands here only if the engine obeys it.
"""

from __future__ import annotations

import re
from typing import Any

import attrs

from tilegames.spec.blocks import MISSING, Missing, Problems, Reader, what_is
from tilegames.spec.examples import Example
from tilegames.spec.nodes import Mapping, Node, Scalar
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

__all__ = ["LANGUAGE_VERSION", "About", "Auction", "Bid", "Blocked", "Bonus", "Cards", "Choose", "Contract",
           "ContractPay", "Deal", "DealerBids", "Declarable", "Declare", "Discarding", "Document", "Equipment", "GoOut",
           "HandLeft", "HolderOf", "Hook", "Joins", "Layout", "Love", "Match", "NamedSeat", "Opener", "Option",
           "Pattern", "PieceFilter", "PlayOn", "Players", "Points", "Pot", "RoundWon", "Scoring", "Spec", "Step",
           "Tiles", "Tricks", "Turns", "Until"]

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


def _double(written: str) -> int | tuple[str, str, str]:
    found = re.fullmatch(r"double-([0-9]{1,2})", written)
    if found is None or int(found[1]) > 18:
        return "unknown-word", f'there is no set "{written}"', "write double-6, double-9, double-12, up to double-18"
    return int(found[1])


def _version(written: str) -> int | tuple[str, str, str]:
    if written != str(LANGUAGE_VERSION):
        return "unknown-version", f'this is version {LANGUAGE_VERSION} of the language, not "{written}"', \
            f"write tilegames: {LANGUAGE_VERSION}"
    return LANGUAGE_VERSION


def _step(written: str) -> int | tuple[str, str, str]:
    if not re.fullmatch(r"\+1", written):
        return "unknown-word", f'expected +1, found "{written}"', "write +1"
    return 1


@language
class About(Block):
    """What the game is and where its rules come from."""

    title: str = key(text(), required=True, doc="The game's name as people write it.", example="Texas 42")
    family: str = key(word("trick-taking", "rummy", "layout"), required=True, doc="The family of games.")
    source: tuple[str, ...] = key(one_or_many(text()), required=True, doc="Where the rules come from.")
    unclear: tuple[str, ...] = key(
        listing(text()), default=(), doc="What the source leaves open or contradicts, and the reading chosen.")
    license: str | None = key(text(), default=None, doc="What the spec may be used for.")


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
class Cards(Block):
    """Playing cards."""

    packs: ByPlayers[int] = key(by_players(integer(1, 8)), default=ByPlayers.always(1), doc="How many packs.")
    jokers: ByPlayers[int] = key(by_players(integer(0, 32)), default=ByPlayers.always(0), doc="Jokers in all.")
    ranks: tuple[str, ...] = key(listing(text(), at_least=1), default=(),
                                 doc="The ranks of a pack, low to high; default 2 to A.", example="[9, 10, J, Q, K, A]")
    suits: tuple[str, ...] = key(listing(word("C", "D", "H", "S"), at_least=1), default=(),
                                 doc="The suits of a pack; default all four.")


@language
class Equipment(Block):
    """The pieces of the game: exactly one of the first four keys, and what stays in the box."""

    dominoes: ByPlayers[int] | None = key(
        by_players(scalar("double-N", _double)), default=None,
        doc="One set of dominoes up to double N.", example="double-6")
    chinese_dominoes: ByPlayers[int] | None = key(
        by_players(integer(1, 8)), default=None, doc="So many sets of Chinese dominoes, 32 tiles each.",
        example="{2: 1, 3..5: 2}")
    cards: Cards | None = key(block(Cards), default=None, doc="Playing cards.", example="{packs: 2, jokers: 4}")
    pieces: tuple[str, ...] = key(listing(text(), at_least=1), default=(),
                                  doc="Every piece by name; a repeated name is a copy.")
    remove: ByPlayers[tuple[Located[str], ...]] | None = key(
        by_players(listing(located())), default=None, doc="Pieces that stay in the box.", example="{3: [0-0]}")


@language
class PieceFilter(Block):
    """Pieces by what they show; all keys given must hold."""

    double: bool | None = key(boolean(), default=None, doc="Whether both ends are equal.")
    suit: tuple[str, ...] = key(one_or_many(text()), default=(), doc="Printed suits: hearts, civil, military ...")
    rank: tuple[str, ...] = key(one_or_many(text()), default=(), doc="Printed ranks.", example="[J, Q, K]")
    pips: tuple[CountRange, ...] = key(one_or_many(count_range()), default=(), doc="The sum of both ends.")
    has_end: tuple[int, ...] = key(one_or_many(integer(0, 18)), default=(), doc="A number on one of the ends.")


def _filter() -> Reader[Any]:
    return either(located(), block(PieceFilter))


@language
class Tiles(Block):
    """What the pieces mean in this game: suits, order, ranks, values."""

    suits: Any = key(either(word("ends", "printed"), table(one_or_many(_filter()))),
                     default=None, doc="`ends`: a tile belongs to the suits of both its numbers; `printed`: cards "
                                       "as printed; or a map "
                         "from names to pieces.", example="ends")
    callable_suits: Table[Any] = key(table(one_or_many(_filter())), default=attrs.Factory(Table),
                                     doc="Suits that exist only when somebody names them trump.",
                                     example="{doubles: {double: yes}}")
    trump_leaves_other_suits: bool = key(boolean(), default=False, doc="Whether a trump belongs to no other suit.")
    lead_suit: str = key(word("high_end", "low_end"), default="high_end",
                         doc="Which of its two suits a tile asks for when it is led.")
    order: tuple[str, ...] = key(listing(text(), at_least=1), default=(), doc="Card ranks from low to high.")
    rank_in_suit: tuple[str, ...] = key(one_or_many(word("double", "other_end", "pips", "order")), default=(),
                                        doc="What decides within a suit, in this order: being its double, the other "
                                            "end, the pips, the card order.", example="[double, other_end]")
    values: Table[Any] = key(
        table(either(expression(), listing(_filter())), scalar("a whole number or default", lambda t: t)),
        default=attrs.Factory(Table),
        doc="What a piece is worth: `default` (a number or an expression over the tile, else its pips), and lists of "
            "pieces under the number they are worth.", example="{default: 0, 5: [5-0, 4-1, 3-2], 10: [5-5, 6-4]}")


@language
class Pattern(Block):
    """A shape of a group of pieces."""

    size: CountRange | None = key(count_range(1, 30), default=None, doc="How many pieces.", example="3+")
    same: str | None = key(word("piece", "rank", "suit", "pips"), default=None, doc="What all its pieces share.")
    total: tuple[int, ...] = key(one_or_many(integer(-999, 999)), default=(),
                                 doc="The sum of the values is one of these.", example="[10, 20]")
    only: tuple[tuple[Located[str], ...], ...] = key(listing(listing(located(), at_least=1)), default=(),
                                                     doc="These groups and no others.")
    excluding: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located(), at_least=1)), default=(), name="not",
        doc="Groups that do not count although they fit.", example="[[6-5, 6-3]]")
    made_of: Table[int] = key(table(integer(1, 20)), default=attrs.Factory(Table),
                              doc="A whole hand, parted into so many groups of other patterns, every piece in exactly "
                                  "one.", example="{eye: 1, tens: 4}")


@language
class Deal(Block):
    """How the pack is handed out."""

    each: ByPlayers[int] = key(by_players(integer(1, 60)), required=True, doc="Pieces for each player.",
                               example="{2..7: 7, 8: 6}")
    starter: ByPlayers[int] | None = key(by_players(integer(1, 60)), default=None,
                                         doc="Pieces for the starter, if not as many.")
    turn_up: int = key(integer(0, 10), default=0, doc="Pieces turned face up after the deal: the first discards.")
    rest: str = key(word("stock", "aside", boneyard="stock"), default="stock",
                    doc="What the other pieces become: a stock to draw from, or out of play.")
    method: str = key(word("heap", "wall", boneyard="heap"), default="heap",
                      doc="`heap`: shuffled face down; `wall`: stacked in a wall that is taken from its start.")
    wall_height: int = key(integer(2, 10), default=5, doc="How many pieces a stack of the wall has.")
    spare: int = key(integer(0, 20), default=0,
                     doc="How many pieces for each player must be left after the deal; fewer is an error.")


_SEATS = ("dealer", "left_of_dealer", "right_of_dealer", "starter", "auction_winner", "partner_of_auction_winner",
          "last_winner")


@language
class HolderOf(Block):
    """The seat that holds a piece."""

    holder_of: Located[str] = key(located(), required=True, doc="The piece.", example="6-6")


@language
class NamedSeat(Block):
    """The seat that a choose phase has named."""

    chosen: Located[str] = key(located(), required=True, doc="The role it was chosen for.", example="poser")


def _seat() -> Reader[Any]:
    return either(word(*_SEATS), block(HolderOf), block(NamedSeat))


@language
class Bid(Block):
    """A kind of bid. The kinds stand from low to high in the order written."""

    range: CountRange = key(count_range(0, 1000), required=True, doc="The amounts that may be bid at any time.",
                            example="30..41")
    then: int | None = key(scalar("+1", _step), default=None,
                           doc="`+1`: above the range, only one more than the bid before.")
    target: Located[str] | None = key(expression(), default=None,
                                      doc="What the bid must take, by its `amount`.", example="amount")
    stake: Located[str] | None = key(expression(), default=None,
                                     doc="What the bid is worth, by its `amount`.", example="42 * amount")
    say: str | None = key(
        text(), default=None, example="'{amount} mark{s}'",
        doc="How it is said; `{amount}` stands for the number, `{s}` for an s unless the number is 1.")
    also: Table[int] = key(table(integer(0, 1000), scalar("a word", lambda t: t)), default=attrs.Factory(Table),
                           doc="Other words for single bids, with their amounts.", example="{42: 1, 84: 2}")


@language
class DealerBids(Block):
    """What the dealer must bid when all others have passed."""

    dealer_bids: Table[int] = key(table(integer(0, 1000)), required=True, doc="The kind of bid and its amount.",
                                  example="{points: 30}")


@language
class Auction(Block):
    """Players bid in turn; the highest bid wins."""

    first: Any = key(_seat(), default="left_of_dealer", doc="Who speaks first.")
    turns: str = key(word("one_each", "until_others_pass"), default="until_others_pass",
                     doc="One turn for everybody, or round and round until all others have passed.")
    bids: Table[Bid] = key(table(block(Bid)), required=True, doc="The kinds of bid, low to high.")
    all_pass: Any = key(either(word("redeal", "dealer_must_bid"), block(DealerBids)), default="redeal",
                        doc="If nobody bids: the next dealer deals, the dealer must bid something, or the dealer "
                            "must bid "
                            "just this.", example="{dealer_bids: {points: 30}}")


@language
class Declarable(Block):
    """What may be declared."""

    trump: tuple[Located[str], ...] = key(listing(located(), at_least=1), required=True,
                                          doc="Suits, `any_suit` for all that can be led, and `none`.",
                                          example="[any_suit, doubles, none]")


@language
class Declare(Block):
    """One seat names trumps."""

    by: Any = key(_seat(), default="auction_winner", doc="Who declares.")
    choose: Declarable = key(block(Declarable), required=True, doc="What may be named.")
    if_silent: str | None = key(word("suit_of_first_lead"),
                                default=None, doc="What holds if nothing is named; without it something must be.")


@language
class Choose(Block):
    """One seat names a seat for a role."""

    role: str = key(name(), required=True, doc="The role, as other keys name it.", example="poser")
    by: Any = key(_seat(), default="last_winner", doc="Who chooses.")
    among: str = key(word("own_side", "all", "others"), default="own_side", doc="Which seats may be named.")


@language
class Tricks(Block):
    """One piece from each seat in turn; the best takes them and leads the next, until the hands are empty."""

    leader: Any = key(_seat(), default="left_of_dealer", doc="Who leads the first trick.")
    follow: str = key(word("must_if_able", "free"), default="must_if_able",
                      doc="Whether the suit led must be followed by who can.")


@language
class Opener(Block):
    """Who starts the layout, and with what."""

    when: Table[bool] = key(
        table(boolean(), word("first_round", "after_win", "after_tie", "after_reset", "after_level", "after_redeal")),
        default=attrs.Factory(Table),
        doc="When this row holds; without it always. The first row that holds counts.", example="{first_round: yes}")
    seat: Any = key(_seat(), required=True, doc="Who starts.", example="{holder_of: 6-6}")
    piece: Any = key(either(word("any"), one_or_many(_filter())), default="any", doc="What the first piece must be.")


@language
class Blocked(Block):
    """Who wins when nobody can play."""

    lowest: str = key(word("player"), default="player", doc="The player with the least in hand.")
    credit: str = key(word("side", "player"), default="side",
                      doc="`side`: partners who share the least still win; `player`: any shared least is a tie.")


@language
class Joins(Block):
    """Numbers that add up join."""

    sum: int = key(integer(0, 36), required=True, doc="What the two touching numbers add up to.")


@language
class Layout(Block):
    """A line of tiles with two ends. Who cannot play passes; who can play must."""

    opener: Table[Opener] = key(table(block(Opener)), required=True, doc="Who starts, by named rows.")
    joins: Any = key(either(word("equal_ends"), block(Joins)), default="equal_ends", doc="Which numbers touch.",
                     example="equal_ends")
    cannot_play: str = key(word("pass"), default="pass", doc="What happens to who cannot play.")
    blocked: Blocked = key(block(Blocked), default=Blocked(), doc="Who wins when all have passed in a row.")


_VERBS = word("draw_stock", "take_discard", "discard", "go_out")


@language
class Step(Block):
    """One step of a turn: `must` or `may`, and what follows at once."""

    must: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to be done.")
    may: tuple[str, ...] = key(one_or_many(_VERBS), default=(),
                               doc="One of these can be done, or the step passed over.")
    then: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to follow.")


@language
class GoOut(Block):
    """When a player may go out."""

    complete: Located[str] = key(located(), required=True, name="with", doc="The pattern that the whole hand must be.",
                                 example="complete_hand")


@language
class Discarding(Block):
    """What may be put down."""

    kind_taken: str = key(word("allowed", "refused"), default="allowed",
                          doc="`refused`: not a piece like the one just taken from the discards, unless nothing "
                              "else is "
                              "held.")
    drawn: str = key(word("any", "must_go"), default="any",
                     doc="`must_go`: after a draw, only the piece drawn may be put down.")


@language
class PlayOn(Block):
    """Play without a stock."""

    play_on_for: int = key(integer(1, 100), required=True,
                           doc="The most rounds of turns after the stock is gone; it ends before when all pass in a "
                               "row.")


@language
class Turns(Block):
    """Players take turns of several steps."""

    first: Any = key(_seat(), default="left_of_dealer", doc="Who has the first turn.")
    first_turn: tuple[Step, ...] = key(listing(block(Step)), default=(), doc="The steps of the very first turn.")
    steps: tuple[Step, ...] = key(listing(block(Step), at_least=1), required=True, doc="The steps of a turn.")
    takes: str = key(word("any", "top"), default="top", doc="Which of the face-up discards may be taken.")
    go_out: GoOut | None = key(block(GoOut), default=None, doc="When a player may go out.")
    discard: Discarding = key(block(Discarding), default=Discarding(), doc="What may be put down.")
    at_most: int | None = key(integer(1, 1000), default=None,
                              doc="The round ends after so many rounds of turns, if it has not ended before.")
    empty_stock: Any = key(either(word("ends_round"), block(PlayOn)), default="ends_round",
                           doc="A draw from an empty stock ends the round, or play goes on without drawing.",
                           example="ends_round")


@language
class Points(Block):
    """What tricks are worth to the side that takes them."""

    per_trick: int = key(integer(-1000, 1000), default=0, doc="Points for each trick.")
    per_tile: str | None = key(word("value"), default=None, doc="`value`: also what each piece in it is worth.")


@language
class ContractPay(Block):
    """What each side scores; nothing if not written."""

    declarers: Located[str] | None = key(expression(), default=None,
                                         doc="The side that won the auction.", example="bid.stake")
    opponents: Located[str] | None = key(expression(), default=None, doc="The other sides.", example="bid.stake")


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
    """A side scores only while the others have nothing: a win by a side without points sets all back to nothing."""

    one_all: str = key(word("reset", "play_off"), default="reset",
                       doc="`play_off`: at one to nothing the other side draws level, and the winner of the next "
                           "decided round stands at two to nothing.")


@language
class HandLeft(Block):
    """What is left in hand counts, by the value of the tiles."""

    to: str = key(word("holder", "winner"), default="holder", doc="Who scores it.")


@language
class Pot(Block):
    """An ante before each round, for its winner. Scores, pot and house together sum to zero."""

    ante: int = key(integer(1, 1_000_000), required=True, doc="What everybody pays, in the smallest unit.")
    rake: int = key(integer(0, 99), default=0, doc="Percent of the pot that the house keeps, rounded down.")
    nobody_wins: str = key(word("carry", "refund"), default="carry",
                           doc="The antes stay in the pot for the next round, or go back.")


@language
class Scoring(Block):
    """From the result of a round to lines of the account."""

    points: Points | None = key(block(Points), default=None, doc="What tricks are worth.")
    contract: Contract | None = key(block(Contract), default=None, doc="The contract of the auction.")
    taken: bool = key(boolean(), default=False, doc="Whether each side scores the points it has taken.")
    hand_left: HandLeft | None = key(block(HandLeft), default=None, doc="What is left in hand counts.")
    round_won: RoundWon | None = key(block(RoundWon, short="scores"), default=None,
                                     doc="What the winner of a round scores.",
                                     example="1")
    love: Love | None = key(block(Love), default=None,
                            doc="Rounds won are entered in a love ledger.", example="{one_all: reset}")
    pot: Pot | None = key(block(Pot), default=None, doc="Antes and their winner.")


@language
class Until(Block):
    """When the match ends; whichever comes first."""

    reach: int | None = key(integer(1, 1_000_000), default=None, doc="A side has this score.")
    rounds: int | None = key(integer(1, 10_000), default=None, doc="So many rounds are played.")


@language
class Match(Block):
    """Rounds, dealers and the end."""

    first_dealer: str = key(word("nobody", "random", "highest_draw"), default="nobody",
                            doc="`highest_draw`: everybody draws a tile, most pips win, who ties draws again.")
    next_dealer: str = key(word("left", "right", "winner", "same"), default="left", doc="Who deals the next round.")
    starter: str | None = key(word("random", "dice", "highest_draw"),
                              default=None, doc="How the starter of each round is drawn; `dice`: four dice counted "
                                                "round from seat 0.")
    until: Until = key(block(Until), required=True, doc="When the match ends.")
    winner: str = key(word("highest", "lowest"), default="highest", doc="Which score wins.")
    ties: tuple[str, ...] = key(one_or_many(word("play_on", "shared", "nobody")), default=("shared",),
                                doc="Level at the top: another round (if a score was to be reached), then all of "
                                    "them or "
                                    "nobody wins.")


@language
class Option(Block):
    """A switch for the caller."""

    doc: str = key(text(), default="", doc="What it is, in a sentence.")
    default: str | None = key(text(), default=None, doc="The value that the spec has without it.")
    values: Table[Node] = key(table(_Raw("a patch")), default=attrs.Factory(Table),
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


_PHASES: dict[str, type[Block]] = {
    "auction": Auction, "declare": Declare, "choose": Choose, "tricks": Tricks, "layout": Layout, "turns": Turns}


@language
class Spec(Block):
    """A game."""

    tilegames: int = key(scalar("the version of the language", _version), required=True,
                         doc="The version of the language.", example="1")
    game: str = key(name(), required=True, doc="The game's id, equal to the file's name.", example="texas-42")
    about: About = key(block(About), required=True, doc="What the game is.")
    extends: str | None = key(name(), default=None, doc="A spec that this one is a patch of.")
    players: Players = key(block(Players), required=True, doc="Who plays.")
    equipment: Equipment = key(block(Equipment), required=True, name="set", doc="The pieces.")
    tiles: Tiles = key(block(Tiles), default=Tiles(), doc="What the pieces mean.")
    patterns: Table[Pattern] = key(table(block(Pattern)), default=attrs.Factory(Table), doc="Named shapes.")
    deal: Deal = key(block(Deal), required=True, doc="The deal.")
    phases: Table[Block] = key(table(kinds(_PHASES)), required=True, doc="The phases of a round, in order.")
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
