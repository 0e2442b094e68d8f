"""The slots, the decorator that marks a hook, and the look-up by name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol, TypeVar

import attrs

from tilegames.errors import HookError, Span, closest

__all__ = ["SLOTS", "HookFunction", "Slot", "find_hook", "hook", "run_hook"]

F = TypeVar("F", bound=Callable[..., Any])


class HookFunction(Protocol):
    """A function marked with :func:`hook`."""

    slot: str

    def __call__(self, *args: Any) -> Any: ...


@attrs.frozen
class Slot:
    """A typed joint of the engine.

    Attributes:
        name: as a spec names it.
        parameters: the names that a hook's parameters must have, in order.
        returns: the type of its answer.
        doc: when it is asked, and what the parameters are.
    """

    name: str
    parameters: tuple[str, ...]
    returns: type
    doc: str

    @property
    def signature(self) -> str:
        """The slot as a Python signature.

        Example:
            >>> SLOTS["tile_value"].signature
            'tile_value(tile, default, options) -> int'
        """
        return f"{self.name}({', '.join(self.parameters)}) -> {self.returns.__name__}"


def _slots(*slots: Slot) -> dict[str, Slot]:
    return {slot.name: slot for slot in slots}


#: Every slot by name.
SLOTS = _slots(
    Slot("tile_value", ("tile", "default", "options"), int,
         "Asked once for each kind when the game is loaded. `tile` has name, pips, high, low, double, suit and rank; "
         "`default` is the value by the spec."),
    Slot("hand_complete", ("tiles", "default", "options"), bool,
         "Asked when a player might go out. `tiles` are the kinds in hand; `default` is the answer of the pattern."),
    Slot("may_bid", ("bid", "view", "default", "options"), bool,
         "Asked for each bid that the ladder allows. `bid` has kind and amount; `view` is what the bidder may know."),
    Slot("may_lead", ("tile", "view", "default", "options"), bool,
         "Asked for each piece that may be led to a trick."),
    Slot("may_follow", ("tile", "view", "default", "options"), bool,
         "Asked for each piece that may be played to a trick by a seat that does not lead."),
    Slot("must_fill", ("tile", "first", "default", "options"), int,
         "Asked for each kind when the game is loaded: how many sides of it must be filled before anything else is "
         "played, and it has so many. `first` says whether it starts the layout; `default` is the number by the "
         "spec."),
    Slot("may_take", ("tile", "view", "default", "options"), bool,
         "Asked for each kind among the discards that may be taken."),
    Slot("points", ("result", "default", "options"), dict,
         "Asked once a round. `result` has the facts that scoring expressions may name; `default` says what each side "
         "scored in the round, and the answer what it scores instead."),
)


def hook(slot: str) -> Callable[[F], F]:
    """Marks a function as a hook for a slot.

    Args:
        slot: the slot's name.

    Raises:
        HookError: there is no such slot, or the function's parameters are not the slot's.
    """
    def mark(function: F) -> F:
        known = SLOTS.get(slot)
        if known is None:
            raise HookError(f'there is no slot "{slot}"; {closest(slot, SLOTS)}')
        parameters = inspect.signature(function).parameters.values()
        names = tuple(str(p.replace(annotation=p.empty, default=p.empty)) for p in parameters
                      if p.kind is not p.KEYWORD_ONLY)
        if names != known.parameters or len(names) != len(parameters):
            raise HookError(f"the hook {function.__name__} must have the parameters ({', '.join(known.parameters)}), "
                            f"not ({', '.join(map(str, parameters))})")
        function.slot = slot  # type: ignore[attr-defined]  # the mark of a hook
        return function

    return mark


def _bundled() -> list[str]:
    package = importlib.import_module("tilegames.hooks")
    return [module.name for module in pkgutil.iter_modules(package.__path__) if module.name != "registry"]


def find_hook(use: str, slot: str, place: Span | None, extra: Sequence[ModuleType | HookFunction] = ()) -> HookFunction:
    """The function that a spec names.

    Args:
        use: ``module.function``: among the bundled hooks, or among what the caller passed in.
        slot: the slot it is to fill.
        place: the spec line, for errors.
        extra: modules with hooks, or hooks, from the caller of ``load``; they come before the bundled ones.

    Raises:
        HookError: there is no such hook, or it is for another slot.
    """
    module_name, _, name = use.rpartition(".")
    found: Any = None
    known: list[str] = []
    for item in extra:
        functions: list[Any] = list(vars(item).values()) if isinstance(item, ModuleType) else [item]
        for function in functions:
            if hasattr(function, "slot") and callable(function):
                short = function.__module__.rpartition(".")[2]
                known += [f"{short}.{function.__name__}"]
                if name == function.__name__ and module_name in (short, function.__module__):
                    found = function
    if found is None and module_name in _bundled():
        module = importlib.import_module(f"tilegames.hooks.{module_name}")
        found = getattr(module, name, None)
        known += [f"{module_name}.{f.__name__}" for f in vars(module).values() if hasattr(f, "slot")]
    if not hasattr(found, "slot"):
        known += [f"{module}.*" for module in _bundled() if module != module_name]
        raise HookError(f'there is no hook "{use}"; {closest(use, known)}; hooks of your own are passed to load as '
                        "hooks=[module], on the command line as --hook MODULE", place)
    if found.slot != slot:
        raise HookError(f'the hook "{use}" is for the slot {found.slot}, not for {slot}', place)
    checked: HookFunction = found
    return checked


def run_hook(function: HookFunction, place: Span | None, *args: Any) -> Any:
    """Asks a hook and checks its answer.

    Raises:
        HookError: it raised, or its answer has the wrong type; with the spec line that names it.
    """
    slot = SLOTS[function.slot]
    try:
        answer = function(*args)
    except Exception as error:
        raise HookError(f"the hook for {slot.name} failed: {type(error).__name__}: {error}", place) from error
    if slot.returns is dict and isinstance(answer, Mapping):
        answer = dict(answer)  # a default that is given back is a read-only map
    if type(answer) is not slot.returns:
        raise HookError(f"the hook for {slot.name} must return {slot.returns.__name__}, "
                        f"it returned {type(answer).__name__}", place)
    if isinstance(answer, dict) and any(type(x) is not int for pair in answer.items() for x in pair):
        raise HookError(f"the hook for {slot.name} must return whole numbers by side", place)
    return answer
