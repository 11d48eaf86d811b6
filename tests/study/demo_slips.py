"""Where each wrong demo answer comes from: the problem worked with its one slip, and no other."""

from fractions import Fraction
from math import comb, factorial
from typing import NamedTuple

import sympy as sp


class Slip(NamedTuple):
    """The words in which the slip is made, and the answer that it leads to."""

    words: str
    leads_to: sp.Expr


SLIPS: dict[str, Slip] = {
    # the drain is added instead of subtracted
    "demo-tn01": Slip(
        r"\frac{5}{60} + \frac{4}{60} + \frac{3}{60} = \frac{12}{60}",
        1 / (sp.Rational(1, 12) + sp.Rational(1, 15) + sp.Rational(1, 20)),
    ),
    # r^3 + s^3 = (r + s)^3 + 3rs(r + s), with the sign of the second part lost
    "demo-tn02": Slip("r^3 + s^3 = (r + s)^3 + 3rs(r + s)", 6**3 + 3 * 4 * 6),
    # 576 + 1134 loses a carry
    "demo-tn03": Slip("576 + 1134 = 1610", 31 * 58 - (12 * 48 + 18 * 63 - 100)),
    # cos(alpha) is replaced by sin(alpha) in the second product
    "demo-tn04": Slip(
        r"\cos\alpha\sin\beta = \frac{4}{5}",
        sp.Rational(4, 5) * sp.Rational(5, 13) + sp.Rational(4, 5) * sp.Rational(12, 13),
    ),
    # 117 + 999 loses a carry
    "demo-tn05": Slip(
        r"\frac{117 + 999}{2} = \frac{1106}{2}",
        len(range(117, 1000, 18)) * sp.Rational(117 + 999 - 10, 2),
    ),
    # 264 / 12 is taken as 26
    "demo-tn06": Slip(r"\frac{264}{12} = 26", 12 * sp.sqrt(26**2 - 4 * (1260 // 12))),
    # two women first, then anybody: committees with three women are counted several times
    "demo-tn07": Slip("arises from exactly one such pair", comb(5, 2) * comb(7, 2)),
    # probabilities of events that overlap are added
    "demo-tn08": Slip("is the sum of these three probabilities", 3 * sp.Rational(3, 8)),
    # the area of a rhombus without the half
    "demo-tn09": Slip("The area of a rhombus is the product of its diagonals", 2 * (17**2 - 13**2)),
    # chords on opposite sides
    "demo-tn10": Slip(
        "is the sum of the two distances", sp.sqrt(13**2 - 5**2) + sp.sqrt(13**2 - 12**2)
    ),
    # the root that squaring introduced is kept
    "demo-fp01": Slip(
        "so both are solutions of the original equation",
        sum(sp.Poly(sp.Symbol("x") ** 2 - 10 * sp.Symbol("x") + 9).all_roots()),
    ),
    # the bound is taken as reached, though u = x^2 + 5 is never 3
    "demo-fp02": Slip("takes every positive value", 2 * sp.sqrt(9)),
    # speeds averaged over distance
    "demo-fp03": Slip("the three speeds count equally", sp.Rational(3 + 4 + 6, 3)),
    # divided by cos(x), which can be zero
    "demo-fp04": Slip(
        r"Dividing both sides by $\cos x$ gives the equivalent equation",
        sp.asin(sp.sqrt(3) / 2) + (sp.pi - sp.asin(sp.sqrt(3) / 2)),
    ),
    # the product in place of the least common multiple
    "demo-fp05": Slip(
        r"the multiples of $12 \cdot 18 = 216$", 1000 // 12 + 1000 // 18 - 1000 // (12 * 18)
    ),
    # positive divisors only
    "demo-fp06": Slip("are 1, 2, 3, 5, 6, 10, 15 and 30", len(sp.divisors(30))),
    # "the other die" is taken as an independent fair die
    "demo-fp07": Slip(
        "its six faces are still equally likely",
        sp.Rational(len([face for face in range(1, 7) if 6 + face >= 10]), 6),
    ),
    # the two nameless groups are given an order
    "demo-fp08": Slip(r"$\binom{6}{3} = 20$ ways to split these six", 7 * comb(6, 3)),
    # volume scaled like an area
    "demo-fp09": Slip("4 times as much as the half-filled one", 30 * 2**2 - 30),
    # one unfolding taken for all
    "demo-fp10": Slip("leads to the same diagonal", sp.sqrt((4 + 8) ** 2 + 5**2)),
    # 24 + 6 is taken as 40
    "demo-gsm-check": Slip("24 + 6 = 40", sp.Rational(40 - 10, 5)),
    # the third factor 5 of 125 is missed
    "demo-scr02": Slip("No number up to 130 contributes a third factor 5", 130 // 5 + 130 // 25),
    # the two letters O are told apart in the arrangements with TT
    "demo-scr03": Slip("$5! = 120$ different ways", factorial(6) // 4 - factorial(5)),
    # the pole x = -2 is included
    "demo-scr05": Slip(r"exactly the numbers with $-13 \le x \le -2$", len(range(-13, -2 + 1))),
    # 3 times 18 is taken as 48
    "demo-scr06": Slip(r"3 \cdot 18 = 48", 8 * 12 + 48 - 30),
    # both short sides are taken for one
    "demo-pra02": Slip("each of the shorter sides is 12 cm", 9 * (30 - 2 * 9)),
    # 5 as the legs over a base of 12
    "demo-zh-tn01": Slip("以 5 为腰长、12 为底边长", 5 + 5 + 12),
    # the difference the wrong way round
    "demo-zh-tn02": Slip(
        "(10a + b) - (10b + a) = 27",
        next(n for n in range(10, 100) if n // 10 + n % 10 == 11 and n // 10 - n % 10 == 3),
    ),
    # the linear case is thrown away
    "demo-zh-fp01": Slip("应当舍去", len([m for m in range(3) if m != 1])),
    # the bound is taken as reached, though sin^2 is never 2
    "demo-zh-fp02": Slip("存在满足条件的 $x$ 使等号成立", 2 * sp.sqrt(4)),
    # 45 + 7 is taken as 72
    "demo-zh-gsm-check": Slip("45 + 7 = 72", sp.Rational(72 - 12, 5)),
    # ten percent of the first price, twice
    "demo-zh-pra02": Slip("降价的金额同样是 20 元", 200 - 2 * 200 * Fraction(1, 10)),
}
