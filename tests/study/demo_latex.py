"""Read the numbers in a demo item: a small LaTeX reader, and the arithmetic inside a text.

It knows what the demo bank uses (integers, decimals, fractions, roots, binomials, factorials,
powers, percent, pi, pairs) and calls everything else not a number.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import sympy as sp

TOKEN = re.compile(r"\s*(\\[a-zA-Z]+|\\.|\d+\.\d+|\d+|\S)")
SPACING = {r"\left", r"\right", r"\,", r"\;", r"\!"}
TIMES = {r"\cdot", r"\times"}
STARTS_A_FACTOR = re.compile(r"\(|\{|\\(frac|sqrt|binom|pi)$")
RELATION = re.compile(r"(=|<|>|\\leq?(?![a-zA-Z])|\\geq?(?![a-zA-Z])|\\neq?(?![a-zA-Z]))")
CONGRUENCE = re.compile(r"^(.*\\equiv.*)\\pmod\s*\{?(\d+)\}?$")
MATHS = re.compile(r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\$(.+?)\$", re.DOTALL)
STEP = re.compile(r"^(\d+)\. (\S.*)$")


class NotANumber(Exception):
    """The LaTeX holds something other than a pure number."""


class _Reader:
    """Recursive descent: a sum of products of powers of atoms."""

    def __init__(self, latex: str) -> None:
        self.tokens = [token for token in TOKEN.findall(latex) if token not in SPACING]
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def expect(self, wanted: str) -> None:
        if self.take() != wanted:
            raise NotANumber(wanted)

    def whole(self) -> sp.Expr:
        value = self.sum()
        self.expect("")
        return value

    def sum(self) -> sp.Expr:
        value = self.signed_product()
        while self.peek() in ("+", "-"):
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def signed_product(self) -> sp.Expr:
        if self.peek() == "-":
            self.take()
            return -self.product()
        return self.product()

    def product(self) -> sp.Expr:
        value = self.power()
        while True:
            if self.peek() in TIMES:
                self.take()
                value = value * self.power()
            elif self.peek() == "/":
                self.take()
                value = value / self.power()
            elif STARTS_A_FACTOR.match(self.peek()):
                value = value * self.power()
            else:
                return value

    def power(self) -> sp.Expr:
        value = self.atom()
        while self.peek() in ("^", "!", r"\%"):
            mark = self.take()
            if mark == "^":
                exponent = self.group() if self.peek() == "{" else self.atom()
                value = value**exponent
            elif mark == "!":
                value = sp.factorial(value)
            else:
                value = value / 100
        return value

    def group(self) -> sp.Expr:
        self.expect("{")
        value = self.sum()
        self.expect("}")
        return value

    def atom(self) -> sp.Expr:
        if self.peek() == "{":
            return self.group()
        token = self.take()
        if token == "(":
            value = self.sum()
            self.expect(")")
            return value
        if token == r"\pi":
            return sp.pi
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return sp.Rational(token)
        return self.command(token)

    def command(self, token: str) -> sp.Expr:
        if token == r"\frac":
            return self.group() / self.group()
        if token == r"\binom":
            return sp.binomial(self.group(), self.group())
        if token == r"\sqrt":
            index: sp.Expr = sp.Integer(2)
            if self.peek() == "[":
                self.take()
                index = self.sum()
                self.expect("]")
            return sp.root(self.group(), index)
        raise NotANumber(token)


def number(latex: str) -> sp.Expr:
    """The exact value of a pure number, or NotANumber."""
    return _Reader(latex).whole()


def answer(latex: str) -> sp.Expr:
    """The value of an answer, with or without dollars: a number, or a pair as a Tuple."""
    bare = latex.strip().removeprefix("$").removesuffix("$")
    pair = re.fullmatch(r"\((.+),(.+)\)", bare)
    if pair:
        return sp.Tuple(number(pair[1]), number(pair[2]))
    return number(bare)


def same(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether two exact values are equal."""
    if isinstance(left, sp.Tuple) or isinstance(right, sp.Tuple):
        return bool(left == right)
    return bool(sp.simplify(left - right) == 0)


def maths(text: str) -> list[str]:
    """The formulas of a text, in order, without their delimiters."""
    return [next(filter(None, found.groups())).strip() for found in MATHS.finditer(text)]


def steps(justification: str) -> list[str]:
    """The numbered steps; every line has to be one, counted from 1."""
    found = [STEP.match(line) for line in justification.split("\n")]
    texts = []
    for expected, step in enumerate(found, start=1):
        if step is None or int(step[1]) != expected:
            raise ValueError(f"line {expected} is not step {expected}")
        texts.append(step[2])
    return texts


@dataclass(frozen=True)
class Claim:
    """A relation between two pure numbers that a text states."""

    text: str
    holds: bool


def _value(latex: str) -> sp.Expr | None:
    try:
        return number(latex)
    except NotANumber:
        return None


def _holds(left: sp.Expr, relation: str, right: sp.Expr) -> bool:
    if relation == "=":
        return same(left, right)
    if relation in (r"\ne", r"\neq"):
        return not same(left, right)
    if relation == "<" or relation.startswith(r"\l"):
        return bool(left < right) or (relation != "<" and same(left, right))
    return bool(left > right) or (relation != ">" and same(left, right))


def _congruences(chain: str, modulus: int) -> Iterator[Claim]:
    for left, right in pairwise(chain.split(r"\equiv")):
        a, b = _value(left), _value(right)
        if a is not None and b is not None:
            yield Claim(f"{left} = {right} mod {modulus}", (a - b) % modulus == 0)


def claims(text: str) -> Iterator[Claim]:
    """Every relation between neighbouring pure numbers in the formulas of a text."""
    for formula in maths(text):
        congruence = CONGRUENCE.match(formula)
        if congruence:
            yield from _congruences(congruence[1], int(congruence[2]))
            continue
        for part in re.split(r",(?![^(]*\))", formula):
            sides = RELATION.split(part)
            for at in range(0, len(sides) - 2, 2):
                left, right = _value(sides[at]), _value(sides[at + 2])
                if left is not None and right is not None:
                    claim = f"{sides[at]}{sides[at + 1]}{sides[at + 2]}"
                    yield Claim(claim, _holds(left, sides[at + 1], right))
