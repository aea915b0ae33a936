"""Write the same program with other imports.

`respell` changes how a program reaches MindSpore's names (`spelling`) or
which library it takes them from (`world`), and nothing else. Every line keeps
its number, so the marks of an eval file stay true; columns may move.

A name is respelled when its only binding in the whole file is one import at
module level. Everything else is left as it is: function-level imports, names
that are bound twice, names inside f-strings (whose positions `ast` gives only
from Python 3.12 on).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SPELLINGS = ("ms", "parent", "module", "member", "star")
"""`ms.nn.Dense`; `from mindspore import nn`; `import mindspore.nn as nn`; `from mindspore.nn import Dense as Dense_`;
`from mindspore.nn import *`."""

MODULES = (
    "mindspore.experimental.optim.lr_scheduler",
    "mindspore.experimental.optim",
    "mindspore.common.initializer",
    "mindspore.common.parameter",
    "mindspore.mint.nn.functional",
    "mindspore.mint.optim",
    "mindspore.mint.nn",
    "mindspore.dataset",
    "mindspore.mint",
    "mindspore.train",
    "mindspore.nn.optim",
    "mindspore.nn",
    "mindspore.ops",
    "mindspore.amp",
    "mindspore",
)
"""Modules that eval files take names from, longer names first."""

_OPTIMIZERS = ("Adagrad", "Adam", "AdamW", "AdamWeightDecay", "Lamb", "Momentum", "RMSProp", "RMSprop", "SGD")
_TORCH_LAYERS = {"Cell": "Module", "CellList": "ModuleList", "Dense": "Linear", "SequentialCell": "Sequential"}


@dataclass(frozen=True)
class Reference:
    """A place where the program names something of MindSpore."""

    node: ast.expr
    """The part of the text that names `module` and `member`."""
    module: str
    member: str
    """Empty where the program names the module itself."""


def respell(text: str, spelling: str, world: Callable[[str, str], tuple[str, str]] | None = None) -> str:
    """The program in another spelling, and with `world`, of another library.

    Raises:
        ValueError: the program imports nothing of MindSpore at module level, or an import cannot be moved.
    """
    program = _Program(text)
    lines = [line.encode() for line in text.splitlines()]
    imports: dict[str, None] = {}
    edits: list[tuple[ast.expr, str]] = []
    for reference in program.references:
        module, member = reference.module, reference.member
        if world is not None:
            module, member = world(module, member)
        statement, written = program.spell(module, member, spelling)
        imports[statement] = None
        edits.append((reference.node, written))
    for node, written in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line[: node.col_offset] + written.encode() + line[node.end_col_offset :]
    for statement in program.imports:
        for number in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
            lines[number - 1] = b""
    imports.update(dict.fromkeys(program.kept))
    first = program.imports[0].lineno
    lines[first - 1] = "; ".join(imports).encode()
    respelled = b"\n".join(lines).decode() + "\n"
    compile(respelled, "respelled", "exec", dont_inherit=True)
    return respelled


def torch_world(module: str, member: str) -> tuple[str, str]:
    """The same name in PyTorch."""
    return _torch_like("torch", module, member)


def mindtorch_world(module: str, member: str) -> tuple[str, str]:
    """The same name in MindTorch."""
    return _torch_like("mindtorch.torch", module, member)


def mint_world(module: str, member: str) -> tuple[str, str]:
    """The same name in `mindspore.mint`; gradients, jit and tensors stay where they are."""
    if _is_optimizer(module, member):
        return "mindspore.mint.optim", member
    if module == "mindspore.nn" and member not in ("Cell", "CellList", "SequentialCell"):
        return "mindspore.mint.nn", _TORCH_LAYERS.get(member, member)
    return module, member


def experimental_world(module: str, member: str) -> tuple[str, str]:
    """Optimizers of `mindspore.experimental`; layers have no other home there."""
    if _is_optimizer(module, member):
        return "mindspore.experimental.optim", member
    return module, member


def native_world(module: str, member: str) -> tuple[str, str]:
    """`mindspore.nn` for names of mint and experimental."""
    if module in ("mindspore.mint.optim", "mindspore.experimental.optim", "mindspore.mint.nn"):
        return "mindspore.nn", member
    return module, member


WORLDS: dict[str, Callable[[str, str], tuple[str, str]]] = {
    "native": native_world,
    "mint": mint_world,
    "experimental": experimental_world,
    "mindtorch": mindtorch_world,
    "torch": torch_world,
}


def _is_optimizer(module: str, member: str) -> bool:
    return member in _OPTIMIZERS and module in (
        "mindspore.nn",
        "mindspore.nn.optim",
        "mindspore.mint.optim",
        "mindspore.experimental.optim",
    )


def _torch_like(root: str, module: str, member: str) -> tuple[str, str]:
    if _is_optimizer(module, member):
        return f"{root}.optim", member
    if module == "mindspore.experimental.optim.lr_scheduler":
        return f"{root}.optim.lr_scheduler", member
    if module in ("mindspore.nn", "mindspore.mint.nn"):
        return f"{root}.nn", _TORCH_LAYERS.get(member, member)
    if module == "mindspore.experimental.optim":
        return f"{root}.optim", member
    return root, member


class _Program:
    """What a program imports from MindSpore, and where it uses it."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self.bound = Counter(_bindings(self.tree))
        self.imports = [
            statement
            for statement in self.tree.body
            if isinstance(statement, ast.Import | ast.ImportFrom)
            and any(_is_mindspore(qualified) for qualified, _ in _targets(statement))
        ]
        if not self.imports:
            raise ValueError("imports nothing of MindSpore at module level")
        self.names: dict[str, str] = {}
        """What an imported name stands for; a bare `import mindspore.nn` binds `mindspore`."""
        self.kept: list[str] = []
        in_fstring = {
            name.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.JoinedStr)
            for name in ast.walk(node)
            if isinstance(name, ast.Name)
        }
        for statement in self.imports:
            for qualified, alias in _targets(statement):
                moves = _is_mindspore(qualified) and self.bound[alias] == 1 and alias != "*"
                if moves:
                    self.names[alias] = qualified
                if not moves or alias in in_fstring:
                    self.kept.append(_import_statement(statement, qualified, alias))
        self.references = list(self._references())
        self.aliases: dict[str, str] = {}
        """The names that the new imports bind, and what for."""

    def _references(self) -> Iterator[Reference]:
        inner: set[int] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.JoinedStr):
                inner.update(id(child) for child in ast.walk(node))
            if not isinstance(node, ast.Attribute | ast.Name) or id(node) in inner:
                continue
            chain = _chain(node)
            if chain is None:
                continue
            inner.update(id(part) for part in chain)
            root = chain[0]
            assert isinstance(root, ast.Name)
            if root.id in self.names:
                yield self._reference(self.names[root.id], chain)

    def _reference(self, qualified: str, chain: list[ast.expr]) -> Reference:
        """Split the chain after the longest module name and one member."""
        names = [qualified]
        for part in chain[1:]:
            assert isinstance(part, ast.Attribute)
            names.append(f"{names[-1]}.{part.attr}")
        for module in MODULES:
            for index, name in enumerate(names):
                if name.rpartition(".")[0] == module and name not in MODULES:
                    return Reference(_on_one_line(chain[index]), module, name.rpartition(".")[2])
        module, _, member = qualified.rpartition(".")
        if qualified in MODULES:
            module, member = qualified, ""
        return Reference(_on_one_line(chain[0]), module, member)

    def spell(self, module: str, member: str, spelling: str) -> tuple[str, str]:
        """An import statement, and the text that names `member` with it."""
        if spelling == "star" and module == "mindspore.nn" and member[:1].isupper() and self._is_free(member):
            self.aliases[member] = f"{module}.{member}"
            return f"from {module} import *", member
        if spelling == "member" and member:
            alias = self._alias(f"{member}_", f"{module}.{member}")
            return f"from {module} import {member} as {alias}", alias
        root, _, rest = module.partition(".")
        tail = f".{member}" if member else ""
        if spelling == "ms" or not rest:
            alias = self._alias("ms" if root == "mindspore" else root, root)
            below = f".{rest}" if rest else ""
            return _import_text(root, alias), f"{alias}{below}{tail}"
        parent, _, last = module.rpartition(".")
        alias = self._alias(last if parent == root else rest.replace(".", "_"), module)
        if spelling == "parent":
            return _import_from_text(parent, last, alias), f"{alias}{tail}"
        return _import_text(module, alias), f"{alias}{tail}"

    def _is_free(self, name: str) -> bool:
        """Whether nothing but an import that goes away binds `name`."""
        return name not in self.bound or name in self.names

    def _alias(self, name: str, target: str) -> str:
        """`name`, or a longer one where `name` means something else."""
        while not self._is_free(name) or self.aliases.get(name, target) != target:
            name += "_"
        self.aliases[name] = target
        return name


def _is_mindspore(qualified: str) -> bool:
    return qualified.split(".")[0] == "mindspore"


def _targets(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Qualified name and bound name of each alias."""
    for alias in statement.names:
        if isinstance(statement, ast.ImportFrom):
            if not statement.level and statement.module:
                yield f"{statement.module}.{alias.name}", alias.asname or alias.name
        elif alias.asname:
            yield alias.name, alias.asname
        else:
            root = alias.name.split(".")[0]
            yield root, root


def _import_statement(statement: ast.Import | ast.ImportFrom, qualified: str, alias: str) -> str:
    if isinstance(statement, ast.ImportFrom):
        module, _, name = qualified.rpartition(".")
        return _import_from_text(module, name, alias)
    return _import_text(qualified, alias)


def _import_text(module: str, alias: str) -> str:
    return f"import {module}" if alias == module else f"import {module} as {alias}"


def _import_from_text(module: str, name: str, alias: str) -> str:
    return f"from {module} import {name}" + ("" if alias in (name, "*") else f" as {alias}")


def _bindings(tree: ast.AST) -> Iterator[str]:
    """Every name that is bound anywhere, once per binding."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


def _chain(node: ast.expr) -> list[ast.expr] | None:
    """The parts of `a.b.c`, from `a` to the whole; None for anything else."""
    parts = [node]
    while isinstance(node, ast.Attribute):
        node = node.value
        parts.append(node)
    return parts[::-1] if isinstance(node, ast.Name) else None


def _on_one_line(node: ast.expr) -> ast.expr:
    if node.lineno != node.end_lineno:
        raise ValueError(f"line {node.lineno}: a dotted name over several lines cannot be respelled")
    return node
