"""The chapters of a rulebook on what a contract scores, and on the special contracts that change the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from tilegames.core.contracts import Contract
from tilegames.core.tricks import Tricks
from tilegames.errors import Span
from tilegames.render import chapters_suits, chapters_tricks
from tilegames.render.book import Book
from tilegames.render.words import plain, who
from tilegames.spec import model

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
    contracts = book.spec.contracts
    if not contracts:
        return
    book.heading("Special contracts", book.spec.place("contracts"))
    book.say("a special contract changes these rules for the rest of the round; what is not said here stays as it is",
             [book.spec.place("contracts")])
    for name, patch in contracts.items():
        made = book.flow.contracts.get(name)
        if made is not None:
            _contract(book, name, patch, made)


def _contract(book: Book, name: str, patch: model.ContractPatch, made: Contract) -> None:
    how = [key for key in ("bid", "say", "needs", "only") if key in patch.places]
    spans = [*book.at(book.spec.contracts, name), *book.at(patch, *how)]
    title = plain(name) if patch.bid is not None else patch.say or name
    if patch.bid is not None:
        book.say(f"{title} comes with a bid of the kind {plain(patch.bid.value)} that wins the auction:", spans)
    else:
        text = f"{title} is declared (“{patch.say or name}”)"
        text += ", by who had to bid because all others had passed" if patch.only == "forced_bidder" else (
            ", however the bid came about" if "only" in patch.places else "")
        text += f", if {book.words(patch.needs)}" if patch.needs is not None else ""
        book.say(f"{text}:", spans)
    if patch.bid is not None:
        _declaration(book, patch)
    elif patch.tricks.wins != "formula":
        book.item("there is no trump", book.at(book.spec.contracts, name))
    chapters_suits.changed_suits(book, patch.tiles, made.tables.get("none"))
    _tricks(book, patch.tricks, made)
    if patch.made_if is not None:
        book.item(f"it is made if {book.words(patch.made_if)}", book.at(patch, "made_if"))
    if patch.stop_if is not None:
        book.item(f"the round ends after a trick if then {book.words(patch.stop_if)}", book.at(patch, "stop_if"))
    for key, pay in (("made", patch.made), ("failed", patch.failed)):
        if pay is not None:
            when = "if it is made" if key == "made" else "if it fails"
            book.item(_pays(book, when, pay), _places(book, pay, book.at(patch, key)))


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


def _tricks(book: Book, patch: model.TricksPatch, made: Contract) -> None:
    """What is different in the tricks."""
    keys = set(patch.places)
    for name, base in book.spec.phases.items():
        if not isinstance(base, model.Tricks) or not keys:
            continue
        spec, phase = _under(base, patch), made.phases[name]
        assert isinstance(phase, Tricks)
        if "leader" in keys:
            text, spans = chapters_tricks.leader(book, patch.leader)
            book.item(f"{text} leads to the first trick", [*book.at(patch, "leader"), *spans])
        if patch.sits_out is not None:
            book.item(*chapters_tricks.sits_out(book, patch.sits_out, book.at(patch, "sits_out")))
        if {"follow", "double_led"} & keys:
            for text, spans in chapters_tricks.restrictions(book, spec, phase):
                book.item(text, [*book.at(patch, *(keys & {"follow", "double_led"})), *spans])
        if {"wins", "formula", "ties"} & keys:
            for text, spans in chapters_tricks.takes(book, spec, phase):
                book.item(text, [*book.at(patch, *(keys & {"wins", "formula", "ties"})), *spans])
        if "won" in keys:
            book.item(*chapters_tricks.won(book, patch.won, book.at(patch, "won")))


def _under(spec: model.Tricks, patch: model.TricksPatch) -> model.Tricks:
    """The words about tricks with those of a contract laid on."""
    changes: dict[str, Any] = {key: getattr(patch, key) for key in patch.places}
    changes["places"] = {**spec.places, **patch.places}
    return attrs.evolve(spec, **changes)
