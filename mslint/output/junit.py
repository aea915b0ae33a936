"""JUnit XML, for Jenkins and others that show test results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO
from xml.etree import ElementTree

from mslint.finding import Failure
from mslint.output.base import NOT_CHECKED, Output, said
from mslint.output.located import Located
from mslint.output.text import failure_line, line, printable


class JunitOutput(Output):
    """A suite for each file: a failure for each finding, one passed test where there is none, an error if unchecked.

    Written in ASCII, with references for all else, so that no encoding on the way can spoil it.
    """

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`."""
        self._stream = stream
        self._suites: dict[str, ElementTree.Element] = {}

    def checked(self, path: str) -> None:
        """Open the suite of a file."""
        self._suite(path)

    def write(self, found: Iterable[Located]) -> None:
        """Take the findings of one file."""
        for located in found:
            finding = located.finding
            case = self._case(finding.path, f"{finding.code} {finding.symbol}", located.in_file.line)
            failure = ElementTree.SubElement(case, "failure", type=finding.severity.value)
            failure.set("message", printable(located.message))
            failure.text = line(located)

    def fail(self, failure: Failure) -> None:
        """Take what could not be checked."""
        case = self._case(failure.path, NOT_CHECKED, failure.line)
        error = ElementTree.SubElement(case, "error", type=NOT_CHECKED, message=printable(said(failure)))
        error.text = failure_line(failure)

    def close(self, exit_code: int) -> None:
        """Write the document."""
        root = ElementTree.Element("testsuites", name="mslint")
        for path, suite in self._suites.items():
            if len(suite) == 0:
                self._case(path, "checked", 0)
            root.append(suite)
        for element in (root, *self._suites.values()):
            for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
                element.set(name, str(sum(1 for _ in element.iter(tag))))
        ElementTree.indent(root)
        self._stream.write(ElementTree.tostring(root, "us-ascii", xml_declaration=True).decode("ascii") + "\n")

    def _suite(self, path: str) -> ElementTree.Element:
        if path not in self._suites:
            self._suites[path] = ElementTree.Element("testsuite", name=printable(path))
        return self._suites[path]

    def _case(self, path: str, name: str, at: int) -> ElementTree.Element:
        shown = printable(path)
        case = ElementTree.SubElement(self._suite(path), "testcase", name=name, classname=shown, file=shown)
        if at:
            case.set("line", str(at))
        return case
