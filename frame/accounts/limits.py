"""What the settings of accounts are made of; settings import it, so it needs no Django."""

from enum import StrEnum

FAILED_SIGN_INS = "20/m/ip,5/5m/key"
"""Wrong passwords before it closes for a while: from one address, for one name."""


class Required(StrEnum):
    """Of whom a second factor is asked (`DISCERN_REQUIRE_TWO_FACTOR`)."""

    NONE = "none"
    STAFF = "staff"  # who may open the administration
    ALL = "all"
