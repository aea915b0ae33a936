"""`nox`: the tests on every supported Python and host, and the checks that CI runs."""

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["lint", "types", "layers", "tests", "hosts", "build"]

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
WITHOUT_MINDSPORE = PYTHONS[3:]
HOSTS = {
    "oldest": ["pylint==3.3.0", "flake8==7.0.0"],
    "newest": ["--upgrade", "pylint", "flake8"],
}
# The command line reads `# pylint: disable` as the newest pylint does; an older one gives some comments other scopes.
NEWEST_ONLY = ["--deselect", "tests/test_suppress.py::test_scopes_are_those_of_pylint"]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests."""
    session.install("-e", ".[dev]")
    environment = {}
    if session.python in WITHOUT_MINDSPORE:
        environment["MSLINT_MINDSPORE_PYTHON"] = mindspore_beside(session)
    session.run("pytest", "-n", "2", *session.posargs, env=environment)


def mindspore_beside(session: nox.Session) -> str:
    """An interpreter that has MindSpore, where there is none for the session's own."""
    folder = f"{session.create_tmp()}/mindspore"
    python = f"{folder}/bin/python"
    session.run(f"python{PYTHONS[2]}", "-m", "venv", folder, external=True)
    session.run(python, "-m", "pip", "install", "--quiet", "mindspore>=2.10", "numpy<2", external=True)
    return python


@nox.session(python=PYTHONS[1])
@nox.parametrize("age", list(HOSTS))
def hosts(session: nox.Session, age: str) -> None:
    """All tests with the oldest and the newest supported pylint and flake8."""
    session.install("-e", ".[dev]")
    session.install(*HOSTS[age])
    session.run("pytest", "-n", "2", *(NEWEST_ONLY if age == "oldest" else []), *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and likely faults."""
    session.install("ruff")
    session.run("ruff", "check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types."""
    session.install("-e", ".[pylint,flake8,report]", "mypy")
    session.run("mypy")


@nox.session
def layers(session: nox.Session) -> None:
    """Who may import whom."""
    session.install("-e", ".", "import-linter")
    session.run("lint-imports")


@nox.session
def build(session: nox.Session) -> None:
    """Wheel and sdist, and the wheel in an empty environment."""
    session.install("build")
    distributions = session.create_tmp()
    session.run("python", "-m", "build", "--outdir", distributions)
    session.run("python", "-m", "tools.check_dist", distributions)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a web site, in site/."""
    session.install("-e", ".", "mkdocs-material")
    session.run("python", "-m", "tools.docs")
    session.run("mkdocs", "build", "--strict")
