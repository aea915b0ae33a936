"""What an interpretation finds out, for the rules."""

from __future__ import annotations

import ast
import enum
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from mslint.model.names import FunctionNode, Scope
from mslint.training.objects import Arguments, Instance, Mark, Value
from mslint.training.state import Mode, Modes


class Event:
    """Something that a rule may speak about."""

    __slots__ = ()


class Place(NamedTuple):
    """Where in the file under check something happens.

    `node` is the expression itself where it stands in the file, else the call
    that leads to it out of the file (`is_direct` is False).
    """

    node: ast.expr
    scope: Scope | None
    is_direct: bool


@dataclass(slots=True, eq=False)
class LayerRun:
    """A mode-dependent layer that ran under a gradient function.

    `cells` are the cells whose call it ran in, outermost first, itself last.
    Whenever `cells[sure_from]` or one inside it is called, the layer runs;
    conditions that are not known decide whether those further out lead to it.
    """

    layer: Instance
    modes: Modes
    cells: tuple[Instance, ...]
    sure_from: int

    def is_sure_in(self, cells: set[Instance]) -> bool:
        """Whether calling the outermost of the running cells that is among `cells` surely runs the layer."""
        for place, cell in enumerate(self.cells):
            if cell in cells:
                return place >= self.sure_from
        return False


@dataclass(slots=True, eq=False)
class GradientCall(Mark):
    """One call of a gradient function; `sources` are the networks whose parameters it was given as weights."""

    sources: frozenset[Instance] = frozenset()
    runs: list[LayerRun] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class TrainedNetwork:
    """A network at the moment of a train step.

    `modes` are its own; `runs` the mode-dependent layers of it that ran;
    `is_sure` whether one of them runs whenever the network does.
    """

    root: Instance
    modes: Modes
    runs: tuple[LayerRun, ...]
    is_sure: bool
    is_picked: bool = False
    """Whether some of its parameters, picked by their names, are trained, and it is not known which."""

    @property
    def layer_name(self) -> str:
        """The class of the first mode-dependent layer that ran."""
        return self.runs[0].layer.name

    def is_never_set(self) -> bool:
        """Whether it and all its layers that ran are as constructed, whatever path was taken."""
        return self.is_sure and all(
            {each.mode for each in modes} == {Mode.UNSET} for modes in (self.modes, *(run.modes for run in self.runs))
        )

    def is_in_evaluation(self, entry: int) -> bool:
        """Whether on some path it and all its layers were put in inference mode in this entry."""
        return (
            self.is_sure
            and not self.is_picked
            and all(
                any(each.mode is Mode.EVAL and each.entry == entry for each in modes)
                and all(each.mode is not Mode.UNKNOWN for each in modes)
                for modes in (self.modes, *(run.modes for run in self.runs))
            )
        )


@dataclass(slots=True, eq=False)
class TrainStep(Event):
    """An optimizer is given gradients."""

    place: Place
    networks: tuple[TrainedNetwork, ...]
    entry: int


class RegionKind(enum.Enum):
    """What decides whether a compiled region is compiled again when a mode changes."""

    FUNCTION = enum.auto()
    """Nothing: it keeps the mode of its first run."""
    CELL = enum.auto()
    """The phase of the cell, which only `set_train` called on this very cell changes."""


class Setting(enum.Enum):
    """How a rate was written."""

    ASSIGNED = enum.auto()
    AUGMENTED = enum.auto()


@dataclass(slots=True, eq=False)
class RateWrite(Event):
    """`group["lr"]` of an optimizer is written.

    `steps` are the running `step()` methods of own schedulers that lead to it.
    """

    place: Place
    optimizer: Value
    setting: Setting
    is_graph: bool
    steps: tuple[ast.expr, ...]
    value: Value
    is_scheduled: bool = False
    """Whether a scheduler of the library surely steps this rate."""
    is_compiled: bool = False
    """Whether the optimizer may have stepped in compiled code before."""
    on_parameter: bool = False
    """Whether the entry surely was still the Parameter that it is at first, which a number has not replaced."""

    @property
    def optimizer_name(self) -> str:
        """The canonical name of the optimizer's library class, "" where it is not known."""
        return self.optimizer.library if isinstance(self.optimizer, Instance) else ""


@dataclass(slots=True, eq=False)
class SchedulerStep(Event):
    """`step()` of a learning-rate scheduler is called.

    `scheduler` is the canonical name of a stock scheduler or of the library
    class that it extends, "" for a class that extends none; `is_own` where
    the project defines the class; `writes` how its step was seen to write a
    rate itself; `function` is what a LambdaLR or the like was given.
    """

    place: Place
    scheduler: str
    class_name: str
    is_own: bool
    writes: frozenset[Setting]
    optimizer: Value | None
    is_graph: bool
    function: Value | None
    class_scope: Scope | None = None
    """Of a class of the project."""

    @property
    def optimizer_name(self) -> str:
        """The canonical name of the optimizer's library class, "" where it is not known."""
        return self.optimizer.library if isinstance(self.optimizer, Instance) else ""


class Parts(enum.Enum):
    """By what a gradient function differentiates."""

    INPUTS = enum.auto()
    WEIGHTS = enum.auto()
    BOTH = enum.auto()
    """It gives a pair: of the gradients by the inputs, and of those by the weights."""


@dataclass(slots=True, eq=False)
class Update(Event):
    """An optimizer is called with the gradients that one gradient function gave.

    `making` is where the gradient function was made, None outside the file.
    `parts` are the gradients that the optimizer is given, None where that is
    not known; `is_disordered` tells that it surely holds its parameters in
    another order than they come in.
    """

    place: Place
    making: Place | None
    maker: str
    optimizer: Instance
    parts: Parts | None
    is_disordered: bool


class Moves(enum.Enum):
    """What an optimizer does to a parameter that was frozen after it was built."""

    RAISES = enum.auto()
    """The list of parameters was made anew, and is too short for it."""
    DECAYS = enum.auto()
    """It has weight decay."""
    ROLLS_ON = enum.auto()
    """It has momentum from earlier steps."""
    NOTHING = enum.auto()
    """Nothing where the gradient is 0."""


@dataclass(slots=True, eq=False)
class FrozenUpdate(Event):
    """An optimizer steps that holds parameters which were frozen, at `place`, after it was given them."""

    place: Place
    optimizer: Instance
    moves: Moves


@dataclass(slots=True, eq=False)
class TargetTrained(Event):
    """A loss has gradients for a network that is named as one which gives targets, and these are asked for.

    `place` is where the network is called in the differentiated function.
    """

    place: Place
    name: str


class Use(enum.Enum):
    """How a rate is used."""

    TEXT = "text"
    """Made a text without a format."""
    FORMAT = "format"
    """Made a text with a format such as `.4f`."""
    ROUND = "round"
    """Given to `round` with a number of digits."""
    JSON = "json"
    """Given to `json`."""
    KEPT = "kept"
    """Appended to a list: the Parameter itself, which goes on changing."""


@dataclass(slots=True, eq=False)
class RateUse(Event):
    """`group["lr"]`, a Parameter, is used as if it were a number."""

    place: Place
    use: Use


@dataclass(slots=True, eq=False)
class SchedulerMade(Event):
    """A learning-rate scheduler of a library is made.

    `on_number` is whether the optimizer's `group["lr"]` was a number then;
    None where paths differ.
    """

    place: Place
    scheduler: Instance
    optimizer: Value | None
    on_number: bool | None


@dataclass(slots=True, eq=False)
class PackageCall(Event):
    """A function or class of a package over MindSpore is called."""

    place: Place
    name: str
    arguments: Arguments
    package: str


@dataclass(slots=True, eq=False)
class MethodCall(Event):
    """A method of an optimizer, or of something else that a package over MindSpore made, is called."""

    place: Place
    receiver: Value
    name: str
    arguments: Arguments
    package: str

    @property
    def optimizer_name(self) -> str:
        """The canonical name of the library's optimizer that it is a method of, "" for other things."""
        return self.receiver.library if isinstance(self.receiver, Instance) and self.receiver.cls is None else ""


@dataclass(slots=True, eq=False)
class AttributeRead(Event):
    """One of the attributes that rules ask about is read, of something a package over MindSpore made."""

    place: Place
    receiver: Value
    name: str
    package: str


@dataclass(slots=True, eq=False)
class LayerHeld(Event):
    """A cell of MindSpore becomes an attribute of a network of a package over it."""

    place: Place
    layer: Instance
    package: str


@dataclass(slots=True, eq=False)
class ClassDefined(Event):
    """A class is defined that has a class of a package over MindSpore among its bases."""

    scope: Scope
    bases: tuple[str, ...]


@dataclass(slots=True, eq=False)
class TorchModeCall(Event):
    """`train()` or `eval()` is called on a cell, which has neither."""

    place: Place
    cell: Instance
    method: str


@dataclass(slots=True, eq=False)
class OwnModeWrite(Event):
    """`cell.training = value`, from outside the cell's own methods."""

    place: Place
    cell: Instance
    holds_cells: bool


@dataclass(slots=True, eq=False)
class LostMode(Event):
    """A part that its owner's `__init__` put in inference mode at `place` runs in training mode in a train step."""

    place: Place
    part: Instance
    owner_name: str


@dataclass(slots=True, eq=False)
class StaleMode(Event):
    """A compiled region runs again after a mode changed that it was compiled with, and cannot notice.

    `place` is where the mode was set, or the region is called; `is_training`
    the mode that it was compiled with; `kind` what the region is.
    """

    place: Place
    network: Instance
    kind: RegionKind
    is_training: bool


@dataclass(slots=True, eq=False)
class TrainedInference(Event):
    """A network in training mode is evaluated or exported; `layer` is one that acts otherwise in training."""

    place: Place
    network: Instance
    layer: Instance
    is_export: bool


class Changed(enum.Enum):
    """What a change of an optimizer or its weights is made of."""

    ENTRY = enum.auto()
    """`group["lr"] = value`."""
    DATA = enum.auto()
    """`set_data` and the like on the Parameter of the rate."""
    ASSIGNED = enum.auto()
    """`ops.assign` to the Parameter of the rate."""
    ATTRIBUTE = enum.auto()
    """`optimizer.name = value`."""
    WEIGHTS = enum.auto()
    """`set_data` on a weight, or a checkpoint loaded into the network."""


class RateForm(enum.Enum):
    """How an optimizer keeps its rate."""

    ONE = enum.auto()
    PER_GROUP = enum.auto()
    SCHEDULED = enum.auto()
    """As a list or a schedule, of which `learning_rate` is a cell."""


@dataclass(slots=True, eq=False)
class Change(Event):
    """Something that the steps of an optimizer depend on is changed.

    `name` is the attribute, method or function that does it. `before` are the
    compiled regions in which the optimizer had stepped on this path, with None
    for plain code; `is_followed` tells that one of those regions steps again.
    `graph_mode` is whether `set_context` chose graph mode, None if not known.
    """

    place: Place
    optimizer: Instance
    form: RateForm
    changed: Changed
    name: str
    value: Value | None
    is_graph: bool
    graph_mode: bool | None
    before: frozenset[Hashable]
    is_followed: bool = False

    @property
    def is_between_compiled_steps(self) -> bool:
        """Whether a compiled region has stepped before and steps again."""
        return self.is_followed and any(region is not None for region in self.before)


@dataclass(slots=True, eq=False)
class GroupsRead(Event):
    """`param_groups` of an optimizer is read."""

    place: Place
    optimizer: Instance
    form: RateForm


@dataclass(slots=True, eq=False)
class OptimizerStep(Event):
    """An optimizer is called.

    `region` is the compiled code that it is part of, None in plain code;
    `times` how often it surely happens here, 0 where that is not known;
    `entry` tells steps of the file as a script, 0, from those of functions
    that nothing in it calls, each by itself; `entered` is the outermost
    function that was running.
    """

    place: Place
    optimizer: Instance
    region: Hashable
    times: int
    entry: int
    entered: FunctionNode | None


class Form(enum.Enum):
    """What a differentiated function returns."""

    ONE = enum.auto()
    """One tensor."""
    TUPLE = enum.auto()
    LIST = enum.auto()
    DICT = enum.auto()
    UNKNOWN = enum.auto()


@dataclass(frozen=True, slots=True)
class Outputs:
    """One of the ways in which a differentiated function returns.

    `adds` tells that an output beyond the first surely has a gradient of its
    own, `adds_in_dict` that one inside a dict among the outputs does;
    `is_plain` that none beyond the first is a tensor.
    """

    form: Form
    count: int = 1
    adds: bool = False
    adds_in_dict: bool = False
    is_plain: bool = False


class Constancy(NamedTuple):
    """Where something that was a tensor is none any more to the gradient of a loss it goes into.

    `spelling` says how it was made so, `is_factor` that the loss or a part of it is only multiplied by it.
    """

    place: Place
    spelling: str
    is_factor: bool


@dataclass(slots=True, eq=False)
class Differentiation(Event):
    """A gradient function runs the function that it was made of.

    `place` is where it was made, `maker` by which library function;
    `has_aux` is None where it is not known. `constants` are what the first
    output takes in.
    """

    place: Place
    maker: str
    function: str
    has_aux: bool | None
    outputs: tuple[Outputs, ...]
    constants: tuple[Constancy, ...]


@dataclass(slots=True)
class ModeCall:
    """What is known of one place that can put networks into training mode.

    `sites` are where the cells it reached are created, by entry point;
    `is_unknown` where it was given something that is not known.
    """

    sites: dict[int, set[ast.AST]] = field(default_factory=dict)
    is_unknown: bool = False


@dataclass(slots=True)
class Recording:
    """Everything that one interpretation has seen so far."""

    events: list[Event] = field(default_factory=list)
    mode_calls: dict[Hashable, ModeCall] = field(default_factory=dict)
    entry: int = 0
