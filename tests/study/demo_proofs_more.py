"""One computation per FN problem, and for the check, screening, practice and Chinese bank.

Written like `demo_proofs`, and registered in the same table.
"""

import itertools
import math
from fractions import Fraction

import sympy as sp

from tests.study.demo_proofs import chance, only, proves


@proves("demo-fn01")
def power_of_a_circle_of_radius_zero() -> sp.Expr:
    x, y = sp.symbols("x y", real=True)
    left = x**2 + y**2 - 6 * x + 4 * y + 13
    lowest = sp.solve([sp.diff(left, x), sp.diff(left, y)], [x, y])
    assert left.subs(lowest) == 0  # a convex function: its minimum is its only zero
    return lowest[x] ** lowest[y]


@proves("demo-fn02")
def sum_of_two_cube_roots() -> sp.Expr:
    def cube_root(number: sp.Expr) -> sp.Expr:
        whole = range(-20, 21)
        candidates = (a + b * sp.sqrt(5) for a, b in itertools.product(whole, whole))
        near = float(number) ** (1 / 3)
        close = (c for c in candidates if abs(float(c) - near) < 1e-6)
        return only(c for c in close if sp.expand(c**3 - number) == 0)

    return cube_root(72 + 32 * sp.sqrt(5)) + cube_root(72 - 32 * sp.sqrt(5))


@proves("demo-fn03")
def dried_seaweed() -> sp.Expr:
    lost = sp.Symbol("lost")
    water = sp.Rational(96, 100) * 300 - lost
    return 300 - only(sp.solve(water / (300 - lost) - sp.Rational(90, 100), lost))


@proves("demo-fn04")
def meetings_of_a_sine_and_a_line() -> sp.Expr:
    # Every zero is simple; the grid avoids 0 and is far finer than the zeros are apart.
    grid = [-11 + (k + 0.5) / 1000 for k in range(22_000)]
    signs = [math.sin(math.pi * x) > x / 10 for x in grid]
    return sp.Integer(sum(a != b for a, b in itertools.pairwise(signs)))


@proves("demo-fn05")
def digit_sum_of_a_long_product() -> sp.Expr:
    return sp.Integer(sum(map(int, str(123 * int("9" * 24)))))


@proves("demo-fn06")
def largest_with_divisibility() -> sp.Expr:
    return sp.Integer(max(n for n in range(1, 100_000) if (n * n + 15) % (n + 15) == 0))


@proves("demo-fn07")
def a_shared_weekday() -> sp.Expr:
    return chance(len(set(days)) < 4 for days in itertools.product(range(7), repeat=4))


@proves("demo-fn08")
def two_headed_after_three_heads() -> sp.Expr:
    coins = ("HT", "HT", "HH")
    outcomes = ((coin, tosses) for coin in coins for tosses in itertools.product(coin, repeat=3))
    return chance(coin == "HH" for coin, tosses in outcomes if set(tosses) == {"H"})


@proves("demo-fn09")
def square_in_a_full_circle() -> sp.Expr:
    corner = sp.Point(3, 6)  # of the square with side 6, the centre being the origin
    circle = sp.Circle((0, 0), corner.distance(sp.Point(0, 0)))
    axes = [sp.Line((0, 0), (1, 0)), sp.Line((0, 0), (0, 1))]
    (west, east), (south, north) = (circle.intersection(axis) for axis in axes)
    return abs(sp.Polygon(west, south, east, north).area)


@proves("demo-fn10")
def area_of_a_ring() -> sp.Expr:
    rings = []
    for inner in (1, 3, sp.sqrt(10)):
        end = sp.Point(7, inner)  # the path touches the inner circle at (0, inner)
        outer = sp.sqrt(end.x**2 + end.y**2)
        rings.append(sp.simplify(sp.pi * outer**2 - sp.pi * inner**2))
    return only(rings)


@proves("demo-gsm-check")
def bags_of_books() -> sp.Expr:
    return sp.Rational(3 * 8 + 6 - 10, 5)


@proves("demo-scr01")
def linear_function_applied_twice() -> sp.Expr:
    a, b = sp.symbols("a b")
    x = sp.Symbol("x")
    twice = sp.Poly((a * (a * x + b) + b) - (9 * x + 8), x)
    solutions = sp.solve(twice.all_coeffs(), [a, b])
    return only(sp.Tuple(*pair) for pair in solutions if pair[0] > 0)


@proves("demo-scr02")
def zeros_at_the_end_of_a_factorial() -> sp.Expr:
    digits = str(math.factorial(130))
    return sp.Integer(len(digits) - len(digits.rstrip("0")))


@proves("demo-scr03")
def arrangements_of_tomato() -> sp.Expr:
    words = {"".join(letters) for letters in itertools.permutations("TOMATO")}
    return sp.Integer(sum("TT" not in word for word in words))


@proves("demo-scr04")
def bisector_of_a_diagonal() -> sp.Expr:
    a, b, c = sp.Point(0, 0), sp.Point(8, 0), sp.Point(8, 6)
    bisector = sp.Segment(a, c).perpendicular_bisector()
    return only(point.distance(a) for point in bisector.intersection(sp.Segment(a, b)))


@proves("demo-scr05")
def integers_of_a_rational_inequality() -> sp.Expr:
    # The quotient is 1 - 11 / (x + 2), so it is below 2 as soon as |x + 2| > 11.
    nearby = (x for x in range(-10_000, 10_001) if x != -2)
    return sp.Integer(sum(Fraction(x - 9, x + 2) >= 2 for x in nearby))


@proves("demo-scr06")
def dollars_left_after_a_long_day() -> sp.Expr:
    wages = [Fraction(12) if hour < 8 else Fraction(12) * Fraction(3, 2) for hour in range(11)]
    return sp.Rational(sum(wages) - 30)


@proves("demo-pra01")
def fourth_number_of_a_mean() -> sp.Expr:
    fourth = sp.Symbol("fourth")
    return only(sp.solve((7 + 11 + 18 + fourth) / 4 - 12, fourth))


@proves("demo-pra02")
def area_from_a_perimeter() -> sp.Expr:
    width = sp.Symbol("width")
    return 9 * only(sp.solve(2 * (9 + width) - 30, width))


@proves("demo-zh-tp01")
def cost_price_of_a_bag() -> sp.Expr:
    cost = sp.Symbol("cost")
    sold = cost * sp.Rational(140, 100) * sp.Rational(80, 100)
    return only(sp.solve(sold - cost - 18, cost))


@proves("demo-zh-tp02")
def foot_of_an_angle_bisector() -> sp.Expr:
    a, b, c = sp.Point(0, 9), sp.Point(12, 0), sp.Point(0, 0)
    bisector = sp.Triangle(a, b, c).bisectors()[a]
    return only(point.distance(c) for point in bisector.intersection(sp.Segment(b, c)))


@proves("demo-zh-tn01")
def perimeter_of_an_isosceles_triangle() -> sp.Expr:
    x = sp.Symbol("x")
    roots = sp.solve(x**2 - 17 * x + 60, x)
    triangles = (sorted([*roots, third]) for third in roots)
    return only(sum(sides) for sides in triangles if sides[0] + sides[1] > sides[2])


@proves("demo-zh-tn02")
def digits_that_change_places() -> sp.Expr:
    numbers = (divmod(n, 10) for n in range(10, 100))
    return only(10 * t + u for t, u in numbers if t + u == 11 and 10 * u + t == 10 * t + u + 27)


@proves("demo-zh-fp01")
def parameters_with_a_real_root() -> sp.Expr:
    x = sp.Symbol("x", real=True)
    # From m = 3 on, (m - 1) x^2 + 2x + 1 = (m - 2) x^2 + (x + 1)^2 is positive everywhere.
    equations = ((m - 1) * x**2 + 2 * x + 1 for m in range(20))
    return sp.Integer(sum(len(sp.solve(equation, x)) > 0 for equation in equations))


@proves("demo-zh-fp02")
def smallest_value_with_a_sine() -> sp.Expr:
    x = sp.Symbol("x", real=True)
    f = sp.sin(x) ** 2 + 4 / sp.sin(x) ** 2
    at_the_top = f.subs(x, sp.pi / 2)
    grid = (math.pi * k / 5000 for k in range(1, 5000))
    lowest = min(math.sin(t) ** 2 + 4 / math.sin(t) ** 2 for t in grid)
    assert abs(lowest - float(at_the_top)) < 1e-9
    return at_the_top


@proves("demo-zh-fn01")
def digits_of_two_powers() -> sp.Expr:
    return sp.Integer(len(str(2**60)) + len(str(5**60)))


@proves("demo-zh-fn02")
def chance_of_the_seventh_person() -> sp.Expr:
    return chance(7 in winners for winners in itertools.combinations(range(1, 11), 3))


@proves("demo-zh-gsm-check")
def workers_in_an_orchard() -> sp.Expr:
    return sp.Rational(5 * 9 + 7 - 12, 5)


@proves("demo-zh-pra01")
def pages_per_day() -> sp.Expr:
    return sp.Rational(180 - Fraction(180, 3) - 30) / 6


@proves("demo-zh-pra02")
def price_reduced_twice() -> sp.Expr:
    return sp.Integer(200) * sp.Rational(90, 100) ** 2
