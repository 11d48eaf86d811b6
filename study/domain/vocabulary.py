"""The words of the study, one per thing (paper, sections 3, 4 and K)."""

from enum import StrEnum


class Condition(StrEnum):
    """What a person sees of an item (section 3): the answer only, or also the justification."""

    AO = "AO"
    AJ = "AJ"


class Category(StrEnum):
    """Where an item of the bank comes from (K.4): ground truth G crossed with a direct-AO verdict.

    Not the v_bal *cell* of a judgment, which uses the y0 of the chosen protocol.
    """

    TP = "TP"
    TN = "TN"
    FP = "FP"
    FN = "FN"

    @property
    def ground_truth(self) -> bool:
        """Return G of every item of this category: TP and FN items are right (section 4)."""
        return self in {Category.TP, Category.FN}


GSM_CHECK = "GSM-CHECK"
"""The category of attention-check items (K.9)."""


class ItemKind(StrEnum):
    """What an item is for."""

    MAIN = "main"
    ATTENTION_CHECK = "attention_check"
    SCREENING = "screening"
    PRACTICE = "practice"


class OpeningCondition(StrEnum):
    """The condition of a session's first main item (K.5.2: AJ)."""

    AJ = "AJ"
    AO = "AO"
    COUNTERBALANCED = "counterbalanced"
