"""One computation per TP, TN and FP problem of the English bank, from the problem's own data.

Nothing here reads an item: each function finds the answer by enumeration, by exact algebra or by
coordinates, in another way than the item's own reasoning wherever there is one.
"""

import itertools
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

import sympy as sp

Proof = Callable[[], sp.Expr]
PROOFS: dict[str, Proof] = {}


def proves(problem_id: str) -> Callable[[Proof], Proof]:
    """Register the computation of one problem's answer."""

    def register(proof: Proof) -> Proof:
        if problem_id in PROOFS:
            raise ValueError(f"{problem_id} is proved twice")
        PROOFS[problem_id] = proof
        return proof

    return register


def only(values: Iterable[sp.Expr]) -> sp.Expr:
    """The one value there is: proves that a problem has exactly one answer."""
    (value,) = set(values)
    return sp.sympify(value)


def share(outcomes: Iterable[tuple[bool, Fraction]]) -> sp.Expr:
    """The conditional probability: weight of the true outcomes over all that are listed."""
    listed = list(outcomes)
    return sp.Rational(sum(w for hit, w in listed if hit), sum(w for _, w in listed))


def chance(outcomes: Iterable[bool]) -> sp.Expr:
    """The share of equally likely outcomes that hit."""
    return share((hit, Fraction(1)) for hit in outcomes)


def angles(equation: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """All zeros in [0, 2 pi) of a trigonometric polynomial in x.

    With z = exp(ix) it is a polynomial in z, and real angles are its zeros of modulus 1.
    """
    z = sp.Symbol("z")
    in_z = equation.rewrite(sp.exp).subs(x, -sp.I * sp.log(z))
    numerator = sp.Poly(sp.numer(sp.together(sp.expand(sp.simplify(in_z)))), z, extension=True)
    turns = set()
    for root in numerator.sqf_part().nroots(n=30):
        if abs(abs(root) - 1) < 1e-9:
            turn = Fraction(float(sp.arg(root) / (2 * sp.pi))).limit_denominator(360) % 1
            turns.add(turn)
    found = [2 * sp.pi * sp.Rational(turn) for turn in sorted(turns)]
    assert all(sp.simplify(equation.subs(x, angle)) == 0 for angle in found)
    return found


def multiples(of: int, up_to: int) -> set[int]:
    return set(range(of, up_to + 1, of))


@proves("demo-tp01")
def sums_of_a_reciprocal_system() -> sp.Expr:
    x, y = sp.symbols("x y", positive=True)
    pairs = sp.solve([x + 1 / y - 5, y + 1 / x - sp.Rational(5, 4)], [x, y])
    return sum({a + b for a, b in pairs}, sp.Integer(0))


@proves("demo-tp02")
def remainder_at_ten() -> sp.Expr:
    x = sp.Symbol("x")
    return sp.rem(x**20 - 3 * x**11 + 5, x**2 - 1, x).subs(x, 10)


@proves("demo-tp03")
def choir_size() -> sp.Expr:
    return only(8 * k for k in range(2, 10_000) if Fraction(5 * k - 6, 3 * k + 6) == Fraction(7, 5))


@proves("demo-tp04")
def sum_of_angles_of_a_quadratic() -> sp.Expr:
    x = sp.Symbol("x")
    return sum(angles(2 * sp.cos(x) ** 2 + 3 * sp.sin(x) - 3, x), sp.Integer(0))


@proves("demo-tp05")
def divisible_by_exactly_two() -> sp.Expr:
    return sp.Integer(sum(1 for n in range(1, 501) if sum(n % d == 0 for d in (3, 4, 5)) == 2))


@proves("demo-tp06")
def smallest_with_ten_divisors() -> sp.Expr:
    return next(
        sp.Integer(n)
        for n in itertools.count(15, 15)
        if sum(n % d == 0 for d in range(1, n + 1)) == 10
    )


@proves("demo-tp07")
def exactly_two_colours() -> sp.Expr:
    balls = "RRRRBBBGG"
    return chance(len(set(drawn)) == 2 for drawn in itertools.combinations(balls, 3))


@proves("demo-tp08")
def odd_numbers_with_four_digits() -> sp.Expr:
    return sp.Integer(sum(1 for n in range(6001, 10_000, 2) if len(set(str(n))) == 4))


@proves("demo-tp09")
def incircle_of_the_larger_part() -> sp.Expr:
    c, a, b = sp.Point(0, 0), sp.Point(15, 0), sp.Point(0, 20)
    foot = sp.Line(a, b).projection(c)
    parts = [sp.Triangle(c, foot, a), sp.Triangle(c, foot, b)]
    return max(parts, key=lambda part: abs(part.area)).inradius


@proves("demo-tp10")
def diagonal_of_a_trapezoid() -> sp.Expr:
    x, y = sp.symbols("x y", positive=True)
    # A = (0, 0), B = (21, 0), D = (x, y), C = (x + 11, y)
    legs = [x**2 + y**2 - 169, (x + 11 - 21) ** 2 + y**2 - 169]
    return only(sp.sqrt((dx + 11) ** 2 + dy**2) for dx, dy in sp.solve(legs, [x, y]))


@proves("demo-tn01")
def hours_to_fill_a_pool() -> sp.Expr:
    t = sp.Symbol("t")
    return only(sp.solve(t / 12 + t / 15 - t / 20 - 1, t))


@proves("demo-tn02")
def sum_of_cubes_of_roots() -> sp.Expr:
    x = sp.Symbol("x")
    return sp.expand(sum(root**3 for root in sp.solve(x**2 - 6 * x + 4, x)))


@proves("demo-tn03")
def mass_of_the_coach() -> sp.Expr:
    coach = sp.Symbol("coach")
    return only(sp.solve((12 * 48 + 18 * 63 + coach) / 31 - 58, coach))


@proves("demo-tn04")
def sine_of_a_sum() -> sp.Expr:
    alpha, beta = sp.asin(sp.Rational(4, 5)), sp.asin(sp.Rational(12, 13))
    exact = sp.simplify(sp.expand_trig(sp.sin(alpha + beta)))
    assert abs(float(exact) - math.sin(math.asin(4 / 5) + math.asin(12 / 13))) < 1e-12
    return exact


@proves("demo-tn05")
def sum_of_odd_multiples_of_nine() -> sp.Expr:
    return sp.Integer(sum(n for n in range(100, 1000) if n % 9 == 0 and n % 2 == 1))


@proves("demo-tn06")
def difference_from_gcd_lcm_and_sum() -> sp.Expr:
    return only(
        264 - 2 * a
        for a in range(1, 132)
        if math.gcd(a, 264 - a) == 12 and math.lcm(a, 264 - a) == 1260
    )


@proves("demo-tn07")
def committees_with_two_women() -> sp.Expr:
    people = [("w", i) for i in range(5)] + [("m", i) for i in range(4)]
    chosen = itertools.combinations(people, 4)
    return sp.Integer(sum(1 for group in chosen if sum(kind == "w" for kind, _ in group) >= 2))


@proves("demo-tn08")
def at_least_one_black() -> sp.Expr:
    return chance("B" in draws for draws in itertools.product("WWWWWBBB", repeat=3))


@proves("demo-tn09")
def area_of_a_rhombus() -> sp.Expr:
    d, e = sp.symbols("d e", positive=True)
    diagonals = sp.solve([d + e - 34, (d / 2) ** 2 + (e / 2) ** 2 - 169], [d, e])
    rhombi = (sp.Polygon((p / 2, 0), (0, q / 2), (-p / 2, 0), (0, -q / 2)) for p, q in diagonals)
    return only(abs(rhombus.area) for rhombus in rhombi)


@proves("demo-tn10")
def distance_of_parallel_chords() -> sp.Expr:
    h = sp.Symbol("h", nonnegative=True)
    heights = [only(sp.solve(4 * (13**2 - h**2) - length**2, h)) for length in (10, 24)]
    return abs(heights[0] - heights[1])


@proves("demo-fp01")
def sum_of_solutions_of_a_root_equation() -> sp.Expr:
    x = sp.Symbol("x", real=True)
    return sum(sp.solveset(sp.sqrt(2 * x + 7) - x + 4, x, sp.S.Reals), sp.Integer(0))


@proves("demo-fp02")
def smallest_value_of_a_sum() -> sp.Expr:
    x = sp.Symbol("x", real=True)
    f = x**2 + 5 + 9 / (x**2 + 5)
    assert sp.limit(f, x, sp.oo) == sp.oo == sp.limit(f, x, -sp.oo)
    critical = sp.real_roots(sp.Poly(sp.numer(sp.together(sp.diff(f, x))), x))
    return min(f.subs(x, point) for point in critical)


@proves("demo-fp03")
def average_speed_over_thirds() -> sp.Expr:
    return only(
        sp.Rational(Fraction(route) / sum(Fraction(route, 3) / v for v in (3, 4, 6)))
        for route in (3, 12, 100)
    )


@proves("demo-fp04")
def sum_of_angles_of_a_product() -> sp.Expr:
    x = sp.Symbol("x")
    return sum(angles(sp.sin(2 * x) - sp.sqrt(3) * sp.cos(x), x), sp.Integer(0))


@proves("demo-fp05")
def multiples_of_twelve_or_eighteen() -> sp.Expr:
    return sp.Integer(len(multiples(12, 1000) | multiples(18, 1000)))


@proves("demo-fp06")
def integers_with_an_integer_quotient() -> sp.Expr:
    # Beyond |n - 4| = 30 the quotient is 3 plus a fraction that is neither 0 nor whole.
    nearby = (n for n in range(-1000, 1001) if n != 4)
    return sp.Integer(sum(1 for n in nearby if (3 * n + 18) % (n - 4) == 0))


@proves("demo-fp07")
def high_sum_given_a_six() -> sp.Expr:
    rolls = itertools.product(range(1, 7), repeat=2)
    return chance(sum(roll) >= 10 for roll in rolls if 6 in roll)


@proves("demo-fp08")
def three_unnamed_groups() -> sp.Expr:
    splits = set()
    everyone = frozenset(range(9))
    for first in itertools.combinations(range(9), 3):
        rest = everyone - set(first)
        for second in itertools.combinations(rest, 3):
            third = rest - set(second)
            splits.add(frozenset({frozenset(first), frozenset(second), third}))
    ida, jon = 0, 1
    together = [s for s in splits if any(ida in group and jon in group for group in s)]
    return sp.Integer(len(together))


@proves("demo-fp09")
def millilitres_missing_in_a_cone() -> sp.Expr:
    h, k, y = sp.symbols("h k y", positive=True)

    def filled_to(height: sp.Expr) -> sp.Expr:
        return sp.integrate(sp.pi * (k * y) ** 2, (y, 0, height))

    return sp.simplify(30 * (filled_to(h) - filled_to(h / 2)) / filled_to(h / 2))


@proves("demo-fp10")
def shortest_way_over_a_box() -> sp.Expr:
    """Walk between points on the edges, four to a unit, from face to face (Dijkstra)."""
    size = (16, 20, 32)
    points = [
        p
        for p in itertools.product(*(range(n + 1) for n in size))
        if sum(c in (0, n) for c, n in zip(p, size, strict=True)) >= 2
    ]
    best = dict.fromkeys(points, math.inf)
    best[0, 0, 0] = 0.0
    open_points = set(points)
    while open_points:
        here = min(open_points, key=best.__getitem__)
        open_points.remove(here)
        for there in open_points:
            if any(a == b and a in (0, n) for a, b, n in zip(here, there, size, strict=True)):
                best[there] = min(best[there], best[here] + math.dist(here, there))
    squared = (best[size] / 4) ** 2
    assert 0 <= squared - round(squared) < 0.1  # a path on a grid is never too short
    return sp.sqrt(round(squared))
