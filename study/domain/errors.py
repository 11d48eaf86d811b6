"""The errors a rule can raise. `config.api_errors` is the one place that turns them into HTTP."""

from dataclasses import dataclass


class DomainError(Exception):
    """A rule of the study was not met; the message is written for the person who caused it.

    Parameters
    ----------
    words : str
        An English sentence, with gaps as in `%(codes)s`; `study.words.said` translates it.
    gaps
        What fills them.
    """

    code = "refused"

    def __init__(self, words: str = "", /, **gaps: object) -> None:
        super().__init__(words % gaps if gaps else words)
        self.words, self.gaps = words, gaps


class IllegalMove(DomainError):
    """The session or presentation is not in a state from which this is possible."""

    code = "illegal_move"


class NoTemplateFree(DomainError):
    """Every session template is held by somebody."""

    code = "full"


class InvalidDesign(DomainError):
    """A study design has a wrong key or value; `problems` lists every one."""

    code = "invalid_design"

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Problem:
    """One thing wrong with one place of an imported file.

    Attributes
    ----------
    row : int
        1-based line of a JSONL file, or 1-based record of a CSV file counting its header as 1;
        0 where the whole file is meant.
    field : str
        Column name, or "" where the whole row is meant.
    message : str
        What is wrong, what was expected, what to do.
    """

    row: int
    field: str
    message: str

    def __str__(self) -> str:
        row = f"row {self.row}" if self.row else ""
        where = ", ".join(part for part in (row, self.field) if part)
        return f"{where}: {self.message}" if where else self.message


class InvalidImport(DomainError):
    """A file was refused whole; `problems` lists everything that is wrong with it."""

    code = "invalid_import"

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
