"""Reads: who stands behind a link, what is on their screen, what has been collected."""

from annotation.selectors.answers import (
    COUNTS,
    analysed,
    counted,
    log_of_session,
    pilots,
    responses,
    sessions,
    shown_items,
)
from annotation.selectors.coverage import coverage, coverage_underway, tallies
from annotation.selectors.coverage_report import CoverageReport, ItemCoverage, coverage_report
from annotation.selectors.people import Standing, last_arrivals, roster, template_board
from annotation.selectors.previews import Previewed, item_previewed, place_previewed
from annotation.selectors.template_rows import discardable, template_rows
from annotation.selectors.violations import timeline, violations
from annotation.selectors.visits import (
    Visit,
    find_visit,
    image_on_screen,
    items_done,
    one_or_none,
    open_presentation,
    practice_items,
    without_content,
)

__all__ = [
    "COUNTS",
    "CoverageReport",
    "ItemCoverage",
    "Previewed",
    "Standing",
    "Visit",
    "analysed",
    "counted",
    "coverage",
    "coverage_report",
    "coverage_underway",
    "discardable",
    "find_visit",
    "image_on_screen",
    "item_previewed",
    "items_done",
    "last_arrivals",
    "log_of_session",
    "one_or_none",
    "open_presentation",
    "pilots",
    "place_previewed",
    "practice_items",
    "responses",
    "roster",
    "sessions",
    "shown_items",
    "tallies",
    "template_board",
    "template_rows",
    "timeline",
    "violations",
    "without_content",
]
