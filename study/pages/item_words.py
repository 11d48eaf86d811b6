"""What kinds and fields of items are called, and what they mean to who writes an item file."""

from django.utils.translation import gettext_lazy as _

from study.domain.vocabulary import ItemKind

KINDS = {
    ItemKind.MAIN: _("main"),
    ItemKind.ATTENTION_CHECK: _("attention check"),
    ItemKind.SCREENING: _("screening"),
    ItemKind.PRACTICE: _("practice"),
}

FIELDS = {
    "code": _("The item’s name in this study: up to 40 letters, digits, and . _ -"),
    "kind": "main, attention_check, screening, practice",
    "category": _("main: TP, TN, FP or FN; attention_check: GSM-CHECK; else empty"),
    "question": _("Text; formulas between $ and $, or \\( and \\)"),
    "justification": _("The AI’s reasoning, shown AJ only; numbered steps as 1. 2. 3."),
    "answer": _("The AI’s answer"),
    "gold_answer": _("The known right answer; main items need it, no participant sees it"),
    "is_correct": _("true or false: whether the AI’s answer is right"),
    "problem_id": _("Items of one problem are never shown to one person; empty: the code"),
    "arm": _("The experimental arm; empty: base"),
    "image": _("The name of an image in the zip"),
    "image_alt": _("What the image shows, for who cannot see it"),
    "source": _("Where the problem is from"),
    "level": _("How hard it is"),
    "subject": _("What it is about"),
    "model": _("Which AI wrote the reasoning and the answer"),
    "error_step": _("The number of the first wrong step"),
    "category_source": _("The verdict the category rests on"),
}
"""One line for every field of `study.item_bank.fields.FIELDS`."""
