"""The chapters of a rulebook on what a contract scores, and on the special contracts that change the rules."""

from __future__ import annotations

from collections.abc import Sequence

from tilegames.core.contracts import Contract
from tilegames.core.tricks import Tricks
from tilegames.errors import Span
from tilegames.render import chapters_suits, chapters_tricks
from tilegames.render.book import Book
from tilegames.render.words import plain, who
from tilegames.spec import model
from tilegames.spec.schema import Problems, laid_over
from tilegames.spec.tricks import resolved_contracts

__all__ = ["contract_scores", "special_contracts"]


def contract_scores(book: Book) -> None:
    """When the contract of the auction is made, and what it then scores."""
    contract = book.spec.scoring.contract
    if contract is None:
        return
    book.say(f"the declarers are the {book.side} that won the auction; their contract is made if "
             f"{book.words(contract.made_if)}", book.at(contract, "made_if"))
    book.say(_pays(book, "if it is made", contract.made), _places(book, contract.made, book.at(contract, "made")))
    book.say(_pays(book, "if it fails", contract.failed), _places(book, contract.failed, book.at(contract, "failed")))


def _pays(book: Book, when: str, pay: model.ContractPay) -> str:
    each_other = "the other side scores" if len(book.flow.seats.sides) == 2 else f"each other {book.side} scores"
    parts = []
    if pay.declarers is not None:
        parts.append(f"the declarers score {book.words(pay.declarers)}")
    if pay.opponents is not None:
        parts.append(f"{each_other} {book.words(pay.opponents)}")
    return f"{when}, {'; '.join(parts) or 'nobody scores for it'}"


def _places(book: Book, pay: model.ContractPay, spans: Sequence[Span]) -> list[Span]:
    return [*spans, *book.at(pay, "declarers", "opponents")]


def special_contracts(book: Book) -> None:
    """Who may declare or bid each contract, what it changes, when it is made and when the round ends."""
    contracts = resolved_contracts(book.spec.contracts, Problems())
    if not contracts:
        return
    book.heading("Special contracts", book.spec.place("contracts"))
    book.say("a special contract changes these rules for the rest of the round; what is not said here stays as it is",
             [book.spec.place("contracts")])
    for name, whole in contracts.items():
        made = book.flow.contracts.get(name)
        if made is not None:
            _contract(book, name, book.spec.contracts[name], whole, made)


def _contract(book: Book, name: str, patch: model.ContractPatch, whole: model.ContractPatch, made: Contract) -> None:
    """One contract: how it comes about, and what it changes.

    Args:
        patch: its own words.
        whole: its words with those of the contract that it is like.
    """
    how = [key for key in ("bid", "say", "needs", "only") if key in whole.places]
    spans = [*book.at(book.spec.contracts, name), *book.at(whole, *how)]
    if whole.bid is not None:
        text = f"{plain(name)} comes with a bid of the kind {plain(whole.bid.value)} that wins the auction"
    else:
        text = f"{whole.say or name} is declared (“{whole.say or name}”)"
        text += ", by who had to bid because all others had passed" if whole.only == "forced_bidder" else (
            ", however the bid came about" if "only" in whole.places else "")
        text += f", if {book.words(whole.needs)}" if whole.needs is not None else ""
    if patch.like is not None:
        other = _called(book, patch.like.value)
        book.say(f"{text}; it is like {other} but for this:", [*spans, *book.at(patch, "like")])
    else:
        book.say(f"{text}:", spans)
    if whole.bid is not None:
        _declaration(book, patch)
    elif whole.tricks.wins != "formula" and patch.like is None:
        book.item("there is no trump", book.at(book.spec.contracts, name))
    chapters_suits.changed_suits(book, patch.tiles, made.tables.get("none"))
    _tricks(book, patch.tricks, whole.tricks, made)
    if patch.made_if is not None:
        book.item(f"it is made if {book.words(patch.made_if)}", book.at(patch, "made_if"))
    if patch.stop_if is not None:
        book.item(f"the round ends after a trick if then {book.words(patch.stop_if)}", book.at(patch, "stop_if"))
    for key, pay in (("made", patch.made), ("failed", patch.failed)):
        if pay is not None:
            when = "if it is made" if key == "made" else "if it fails"
            book.item(_pays(book, when, pay), _places(book, pay, book.at(patch, key)))


def _called(book: Book, name: str) -> str:
    """How a contract is called in sentences."""
    contract = book.spec.contracts[name]
    return plain(name) if contract.bid is not None else contract.say or name


def _declaration(book: Book, patch: model.ContractPatch) -> None:
    if book.phase_of(model.Declare) is None:
        return
    change, keys = patch.declare, patch.declare.places
    if change.by is not None:
        book.item(f"{who(change.by, book.spec, book.noun)} names trumps, and is the declarer",
                  [*book.at(change, "by"), *book.inside(change.by)])
    declared = [plain(name) for name, other in book.spec.contracts.items() if other.bid is None]
    if change.may_name == "trump_only":
        book.item("only trumps may be named, and no other contract" if declared else "only trumps may be named",
                  book.at(change, "may_name"))
    elif declared or "may_name" in keys:
        book.item("other contracts may be declared, too: then both hold, and where they differ the one declared counts"
                  if declared else "whatever can be declared may be", book.at(change, "may_name"))


def _tricks(book: Book, patch: model.TricksPatch, whole: model.TricksPatch, made: Contract) -> None:
    """What is different in the tricks; ``whole`` is it with what the contract has from another one."""
    keys = set(patch.places)
    for name, base in book.spec.phases.items():
        if not isinstance(base, model.Tricks) or not keys:
            continue
        spec, phase = laid_over(base, whole), made.phases[name]
        assert isinstance(phase, Tricks)
        if "leader" in keys:
            text, spans = chapters_tricks.leader(book, patch.leader)
            book.item(f"{text} leads to the first trick", [*book.at(patch, "leader"), *spans])
        if patch.sits_out is not None:
            book.item(*chapters_tricks.sits_out(book, patch.sits_out, book.at(patch, "sits_out")))
        if {"follow", "double_led"} & keys:
            for text, spans in chapters_tricks.restrictions(book, spec, phase, keys):
                book.item(text, [*book.at(patch, *(keys & {"follow", "double_led"})), *spans])
        if {"wins", "formula", "ties"} & keys:
            for text, spans in chapters_tricks.takes(book, spec, phase):
                book.item(text, [*book.at(patch, *(keys & {"wins", "formula", "ties"})), *spans])
        if "won" in keys:
            book.item(*chapters_tricks.won(book, patch.won, book.at(patch, "won")))
