"""Check a built wheel and sdist: what they hold, and that the wheel works in an empty environment.

Use: `python -m build --outdir dist && python -m tools.check_dist dist`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "faulty" / "model.py"


class DistError(Exception):
    """Something is wrong with what was built. The message is one line."""


def check_wheel(wheel: Path) -> None:
    """The wheel holds the package `mslint` with its data, and nothing else at the top.

    Raises:
        DistError: it does not.
    """
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    top = {name.split("/")[0] for name in names}
    packages = {name for name in top if not name.endswith(".dist-info")}
    if packages != {"mslint"}:
        raise DistError(f"{wheel.name}: top-level packages are {sorted(packages)}")
    missing = {path for path in tracked("mslint") if path not in names}
    if missing:
        raise DistError(f"{wheel.name}: lacks {', '.join(sorted(missing))}")


def check_sdist(sdist: Path) -> None:
    """The sdist holds the package, its tests and its documents, and not the link `checkers`.

    Raises:
        DistError: it does not.
    """
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"LICENSE", "README.md", "tests/test_eval.py", *tracked("mslint")}
    missing = wanted - names
    if missing:
        raise DistError(f"{sdist.name}: lacks {', '.join(sorted(missing))}")
    if any(name.startswith("checkers") for name in names):
        raise DistError(f"{sdist.name}: holds the link `checkers`")


def tracked(folder: str) -> set[str]:
    """The files below `folder` that belong to the repository, as paths with slashes."""
    paths = (ROOT / folder).rglob("*")
    return {path.relative_to(ROOT).as_posix() for path in paths if path.is_file() and path.suffix != ".pyc"}


def check_installed(wheel: Path) -> None:
    """In an empty environment the wheel's command, pylint plugin and flake8 plugin find the faults of an example.

    Raises:
        DistError: one of them does not.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        run(programs / "python", "-m", "pip", "install", "--quiet", str(wheel), cwd=folder)
        output = run(programs / "mslint", "check", "--output-format", "json", str(EXAMPLE), cwd=folder, code=1)
        codes = sorted({finding["code"] for finding in json.loads(output)})
        if not codes:
            raise DistError("the installed command finds nothing in the example")
        run(programs / "python", "-m", "pip", "install", "--quiet", f"{wheel}[pylint,flake8]", cwd=folder)
        flake8 = run(programs / "flake8", "--isolated", "--select=MSL", str(EXAMPLE), cwd=folder, code=1)
        pylint = run(programs / "pylint", "--rcfile=", "--load-plugins=mslint", str(EXAMPLE), cwd=folder, code=None)
        for code in codes:
            if code not in flake8:
                raise DistError(f"flake8 with the installed plugin does not show {code}")
            if f"9{code[3:]}: " not in pylint:
                raise DistError(f"pylint with the installed plugin does not show {code}")
        print(f"{wheel.name}: command, flake8 and pylint find {', '.join(codes)} in an empty environment")


def run(program: Path, *arguments: str, cwd: Path, code: int | None = 0) -> str:
    """The standard output of a program.

    Raises:
        DistError: it ends with another exit code than `code`; any will do for None.
    """
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(program), *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if code is not None and done.returncode != code:
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise DistError(f"{program.name} {arguments[0]}: exit code {done.returncode}: {reason}")
    return done.stdout


def main() -> int:
    """The command; returns the exit code."""
    folder = Path(sys.argv[1]).absolute()
    try:
        [wheel] = folder.glob("*.whl")
        [sdist] = folder.glob("*.tar.gz")
        check_wheel(wheel)
        check_sdist(sdist)
        check_installed(wheel)
    except ValueError:
        print(f"check_dist: {folder}: needs exactly one wheel and one sdist", file=sys.stderr)
        return 1
    except DistError as error:
        print(f"check_dist: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
