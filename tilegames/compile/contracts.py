"""Compiles contracts: for each that a bid or a declaration can bring, and each reachable pair of both, its phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from tilegames.compile.auctions import trump_choices, won_bid_facts
from tilegames.compile.context import Compiler
from tilegames.compile.pieces import suits_under
from tilegames.compile.roles import role
from tilegames.compile.scoring import pays_of, result_facts
from tilegames.compile.tricks import compile_tricks, patched
from tilegames.core.auctions import Auction
from tilegames.core.contracts import Contract
from tilegames.core.declarations import Choice, Declare
from tilegames.core.phases import Phase
from tilegames.core.scoring import Test
from tilegames.core.suits import Suits, SuitTable
from tilegames.errors import closest
from tilegames.spec import model
from tilegames.spec.tricks import resolved_contracts

__all__ = ["compile_contracts"]


def compile_contracts(compiler: Compiler, made: Sequence[Phase], suits: Suits | None) -> list[Contract]:
    """Every contract that can come into force, linked to the phases that bring it."""
    spec = resolved_contracts(compiler.spec.contracts, compiler.problems)
    auction = next((phase for phase in made if isinstance(phase, Auction)), None)
    declare = next((phase for phase in made if isinstance(phase, Declare)), None)
    kinds = {bid.kind for bid in auction.ladder} if auction is not None else set()
    for name, patch in spec.items():
        _check(compiler, name, patch, kinds, declare)
    if compiler.problems:
        return []
    declared = {name: patch for name, patch in spec.items() if patch.bid is None}
    found: list[Contract] = []
    if declare is not None:
        plain = {name: _contract(compiler, made, suits, name, (patch,)) for name, patch in declared.items()}
        found += plain.values()
        _offer(compiler, declare, plain, declared)
    for name, patch in spec.items():
        if patch.bid is None or auction is None:
            continue
        contract = _contract(compiler, made, suits, name, (patch,))
        found.append(contract)
        auction.contracts[patch.bid.value] = contract
        if declare is not None:
            contract.declared = {} if patch.declare.may_name == "trump_only" else {
                other: _contract(compiler, made, suits, f"{name}, {other}", (patch, second))
                for other, second in declared.items()}
            found += contract.declared.values()
            contract.phases[declare.name] = _declaration(compiler, declare, suits, patch, contract, declared)
    return found


def _check(compiler: Compiler, name: str, patch: model.ContractPatch, kinds: set[str], declare: Declare | None) -> None:
    place = compiler.spec.contracts.places[name]
    if patch.bid is not None:
        if patch.bid.value not in kinds:
            compiler.add("unknown-bid", f'the auction has no kind of bid "{patch.bid.value}"', patch.bid.span,
                         closest(patch.bid.value, kinds))
        for key in ("say", "needs", "only"):
            if key in patch.places:
                compiler.add("no-effect", f"{key} is for contracts that are declared", patch.place(key))
        if "declare" in patch.places and declare is None:
            compiler.add("no-declare", "this game has no declaration", patch.place("declare"))
    elif declare is None:
        compiler.add("no-declare", f'nobody could declare "{name}": this game has no declaration', place,
                     "add a phase declare, or say which kind of bid brings it")
    elif "declare" in patch.places:
        compiler.add("no-effect", "what is declared cannot change who declares", patch.place("declare"),
                     "that is for contracts that a bid brings")
    changes = {"tiles", "declare", "tricks", "made_if", "stop_if", "made", "failed"} & set(patch.places)
    if not changes:
        compiler.add("no-effect", f'the contract "{name}" changes nothing', place)
    if compiler.phase_of(model.Tricks) is None:
        compiler.add("no-tricks", "contracts change tricks, and this game has none", place)
    if compiler.spec.scoring.contract is None and {"made_if", "made", "failed"} & set(patch.places):
        compiler.add("no-effect", "the scoring has no contract that could be made", place, "add scoring.contract")
    if "tiles" in patch.places and compiler.spec.tiles.suits is None:
        compiler.add("no-suits", "there are no suits to change", patch.place("tiles"))


def _contract(compiler: Compiler, made: Sequence[Phase], suits: Suits | None, name: str,
              patches: tuple[model.ContractPatch, ...]) -> Contract:
    """A contract with its tricks and its scoring; later patches go over earlier ones."""
    facts = result_facts(compiler)
    contract = Contract(name)
    base = compiler.spec.scoring.contract
    tests = [patch.made_if for patch in patches if patch.made_if is not None]
    made_if = compiler.expression(tests[-1] if tests else base.made_if if base is not None else None, facts, "bool")
    stops = [patch.stop_if for patch in patches if patch.stop_if is not None]
    stop_if = compiler.expression(stops[-1] if stops else None, facts, "bool")
    if tests:
        contract.made_if = cast("Test | None", made_if)
    for patch in patches:
        if patch.made is not None:
            contract.made, contract.made_place = pays_of(compiler, patch.made, facts), patch.place("made")
        if patch.failed is not None:
            contract.failed, contract.failed_place = pays_of(compiler, patch.failed, facts), patch.place("failed")
    about_suits = tuple(patch.tiles for patch in patches)
    for phase_name, phase in compiler.spec.phases.items():
        if isinstance(phase, model.Tricks):
            tricks = compile_tricks(compiler, phase_name, patched(phase, *(patch.tricks for patch in patches)), suits,
                                    patches=about_suits, made_if=made_if, stop_if=stop_if, contract=True)
            tricks.ident = f"{phase_name} of {name}"
            contract.phases[phase_name] = tricks
            contract.tables = dict(_tables(compiler, suits, tricks.suits, about_suits))
    return contract


def _tables(compiler: Compiler, suits: Suits | None, plain: SuitTable,
            patches: tuple[model.SuitsPatch, ...]) -> Iterator[tuple[str, SuitTable]]:
    """The suits under a contract, by the name of the trump."""
    yield plain.name, plain
    if suits is not None:
        changed = suits_under(compiler, suits, *patches)
        for number, suit in enumerate(suits.names):
            yield suit, changed.table(number)


def _offer(compiler: Compiler, declare: Declare, contracts: dict[str, Contract],
           patches: dict[str, model.ContractPatch]) -> None:
    """Lets contracts be declared beside the trumps."""
    facts = won_bid_facts(compiler)
    choices = []
    for name, contract in contracts.items():
        patch = patches[name]
        needs = compiler.expression(patch.needs, facts, "bool")
        choices.append(Choice(patch.say or name, contract.tables["none"], contract, cast("Test | None", needs),
                              patch.only == "forced_bidder", compiler.spec.contracts.places[name]))
    said = [choice.text for choice in (*declare.choices, *choices)]
    for twice in sorted({text for text in said if said.count(text) > 1} | ({"undeclared"} & set(said))):
        compiler.add("same-words", f'two things would be declared as "{twice}"', compiler.spec.place("contracts"),
                     "give the contract a say")
    declare.offer(choices)


def _declaration(compiler: Compiler, base: Declare, suits: Suits | None, patch: model.ContractPatch,
                 contract: Contract, declared: dict[str, model.ContractPatch]) -> Declare:
    """The declaration under a contract that the bid has brought."""
    spec = compiler.spec.phases[base.name]
    assert isinstance(spec, model.Declare)
    assert suits is not None
    by = base.by if patch.declare.by is None else role(compiler, patch.declare.by, patch.declare.place("by"))
    declare = Declare(base.name, compiler.pieces, compiler.seats, base.place, by=by,
                      choices=trump_choices(compiler, spec, suits, (patch.tiles,)),
                      may_be_silent=spec.if_silent is not None)
    declare.ident = f"{base.name} of {contract.name}"
    _offer(compiler, declare, contract.declared, declared)
    return declare
