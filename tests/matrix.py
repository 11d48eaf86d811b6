"""Who may reach what: every address and method of the project, written down by hand.

A new address fails `test_who_may_reach_what.py` until it stands here. What is not here is refused.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from study.domain.roles import Right


class Door(StrEnum):
    """What an address asks for that belongs to no study."""

    OPEN = "open"  # anybody; for a participant's address, whoever holds the link
    ACCOUNT = "account"  # anybody who is signed in


Asked = Door | Right
OPEN, ACCOUNT = Door.OPEN, Door.ACCOUNT
VIEW, EXPORT, EDIT, MANAGE = Right.VIEW, Right.EXPORT, Right.EDIT, Right.MANAGE

FRONT: Mapping[str, Mapping[str, Asked]] = {
    "healthz": {"GET": OPEN, "POST": OPEN, "PUT": OPEN, "PATCH": OPEN, "DELETE": OPEN},
    "home": {"GET": OPEN},
    "language": {"GET": OPEN, "POST": OPEN, "PUT": OPEN, "PATCH": OPEN, "DELETE": OPEN},
}

PARTICIPANT: Mapping[str, Mapping[str, Asked]] = {
    "participant": {"GET": OPEN},
    "participant-begin": {"POST": OPEN},
    "participant-consent": {"POST": OPEN},
    "participant-instructions": {"POST": OPEN},
    "participant-start": {"POST": OPEN},
    "participant-language": {"POST": OPEN},
    "participant-image": {"GET": OPEN},
    "participant-state": {"GET": OPEN},
    "participant-next": {"POST": OPEN},
    "participant-draft": {"PUT": OPEN},
    "participant-stage1": {"POST": OPEN},
    "participant-draft2": {"PUT": OPEN},
    "participant-stage2": {"POST": OPEN},
    "participant-events": {"POST": OPEN},
    "participant-heartbeat": {"POST": OPEN},
    "participant-dispute": {"POST": OPEN},
}

_FORM = ("GET", "POST")
ACCOUNTS: Mapping[str, Mapping[str, Asked]] = {
    **dict.fromkeys(
        (
            "account_login",
            "account_logout",
            "account_signup",
            "account_reset_password",
            "account_reset_password_from_key",
            "account_confirm_email",
            "join",
        ),
        MappingProxyType(dict.fromkeys(_FORM, OPEN)),
    ),
    **dict.fromkeys(
        (
            "account_inactive",
            "account_email_verification_sent",
            "account_reset_password_done",
            "account_reset_password_from_key_done",
        ),
        MappingProxyType({"GET": OPEN}),
    ),
    **dict.fromkeys(
        (
            "account_confirm_login_code",
            "account_confirm_reauthentication_code",
            "account_request_reauthentication_code",
            "account_reauthenticate",
            "account_email",
            "account_change_password",
            "account_set_password",
            "mfa_authenticate",
            "mfa_reauthenticate",
            "mfa_activate_totp",
            "mfa_deactivate_totp",
            "mfa_generate_recovery_codes",
            "usersessions_list",
            "account-token-new",
            "account-token-revoke",
        ),
        MappingProxyType(dict.fromkeys(_FORM, ACCOUNT)),
    ),
    "account": {"GET": ACCOUNT},
    "account-tokens": {"GET": ACCOUNT},
    "mfa_index": {"GET": ACCOUNT},
    "mfa_view_recovery_codes": {"GET": ACCOUNT},
    "mfa_download_recovery_codes": {"GET": ACCOUNT},
}

LED_BACK = ACCOUNT
"""Who opens the address of a form is led to the page it stands on, which asks for its own right."""

PAGES: Mapping[str, Mapping[str, Asked]] = {
    "studies": {"GET": ACCOUNT},
    "study-new": {"GET": ACCOUNT, "POST": ACCOUNT},
    "study-duplicate": {"GET": EDIT, "POST": EDIT},
    "study-status": {"GET": MANAGE, "POST": MANAGE},
    "settings": {"GET": VIEW},
    "settings-part": {"GET": VIEW, "POST": EDIT},
    "settings-title": {"GET": EDIT, "POST": EDIT},
    "settings-file": {"GET": EDIT, "POST": EDIT},
    "settings-toml": {"GET": VIEW},
    "versions": {"GET": VIEW},
    "version": {"GET": VIEW},
    "version-toml": {"GET": VIEW},
    "version-difference": {"GET": VIEW},
    "study-overview": {"GET": VIEW},
    "items": {"GET": VIEW},
    "item": {"GET": VIEW},
    "item-image": {"GET": VIEW},
    "item-sample": {"GET": VIEW},
    "item-acts": {"GET": LED_BACK, "POST": EDIT},
    "item-import": {"GET": EDIT, "POST": EDIT},
    "item-import-look": {"GET": EDIT, "POST": EDIT},
    "item-preview": {"GET": VIEW},
    "item-preview-state": {"GET": VIEW},
    "item-preview-next": {"POST": VIEW},
    "item-preview-draft": {"PUT": VIEW},
    "item-preview-stage1": {"POST": VIEW},
    "item-preview-draft2": {"PUT": VIEW},
    "item-preview-stage2": {"POST": VIEW},
    "templates": {"GET": VIEW},
    "template": {"GET": VIEW},
    "template-preview": {"GET": VIEW},
    "template-preview-end": {"GET": VIEW},
    "template-preview-state": {"GET": VIEW},
    "template-preview-next": {"POST": VIEW},
    "template-preview-draft": {"PUT": VIEW},
    "template-preview-stage1": {"POST": VIEW},
    "template-preview-draft2": {"PUT": VIEW},
    "template-preview-stage2": {"POST": VIEW},
    "coverage": {"GET": VIEW},
    "templates-look": {"GET": EDIT},
    "templates-generate": {"GET": LED_BACK, "POST": EDIT},
    "templates-discard": {"GET": LED_BACK, "POST": EDIT},
    "people": {"GET": VIEW},
    "people-invite": {"GET": LED_BACK, "POST": EDIT},
    "people-act": {"GET": LED_BACK, "POST": EDIT},
    "pilot": {"GET": EDIT, "POST": EDIT},
    "person": {"GET": VIEW},
    "person-time": {"GET": LED_BACK, "POST": EDIT},
    "session": {"GET": EXPORT},
    "session-act": {"GET": EDIT, "POST": EDIT},
    "person-exempt": {"GET": LED_BACK, "POST": EDIT},
    "answers": {"GET": EXPORT},
    "violations": {"GET": EXPORT},
    "violation-excuse": {"GET": EDIT, "POST": EDIT},
    "log": {"GET": VIEW},
    "members": {"GET": VIEW},
    "member-role": {"GET": LED_BACK, "POST": MANAGE},
    "member-remove": {"GET": MANAGE, "POST": MANAGE},
    "colleague-invite": {"GET": LED_BACK, "POST": MANAGE},
    "colleague-again": {"GET": LED_BACK, "POST": MANAGE},
    "colleague-take-back": {"GET": MANAGE, "POST": MANAGE},
}

API: Mapping[str, Mapping[str, Asked]] = {
    "api-docs": {"GET": ACCOUNT},
    "api-schema": {"GET": ACCOUNT},
    "api-me": {"GET": ACCOUNT},
    "api-studies": {"GET": ACCOUNT, "POST": ACCOUNT},
    "api-study": {"GET": VIEW, "PATCH": EDIT},
    "api-checklist": {"GET": VIEW},
    "api-version-changes": {"GET": VIEW},
    "api-study-status": {"POST": MANAGE},
    "api-study-duplicate": {"POST": EDIT},
    "api-design": {"GET": VIEW, "PUT": EDIT},
    "api-versions": {"GET": VIEW},
    "api-version": {"GET": VIEW},
    "api-items": {"GET": VIEW},
    "api-item": {"GET": VIEW},
    "api-item-image": {"GET": VIEW},
    "api-item-imports": {"POST": EDIT},
    "api-retirements": {"POST": EDIT},
    "api-restorations": {"POST": EDIT},
    "api-templates": {"GET": VIEW, "POST": EDIT},
    "api-template": {"GET": VIEW},
    "api-template-discard": {"POST": EDIT},
    "api-participants": {"GET": VIEW, "POST": EDIT},
    "api-participant": {"GET": VIEW, "PATCH": EDIT},
    "api-participant-renew": {"POST": EDIT},
    "api-participant-revoke": {"POST": EDIT},
    "api-sessions": {"GET": VIEW},
    "api-session": {"GET": VIEW},
    **{
        f"api-session-{act}": {"POST": EDIT}
        for act in (
            *("abandon", "withdraw", "restart", "reinstate", "release"),
            *("invalidate", "revalidate"),
        )
    },
    "api-participant-exempt": {"POST": EDIT},
    "api-answers": {"GET": EXPORT},
    "api-violations": {"GET": EXPORT},
    "api-violation-excuse": {"POST": EDIT},
    "api-coverage": {"GET": VIEW},
    "api-members": {"GET": VIEW},
    "api-member": {"PUT": MANAGE, "DELETE": MANAGE},
    "api-log": {"GET": VIEW},
}

MATRIX = {**FRONT, **PARTICIPANT, **ACCOUNTS, **PAGES, **API}

LEADS_NOWHERE = {"j/<link:token>", "^j/", "join/<key:token>", "join/", "^api/"}
"""Addresses without a name: they correct a mistyped one, or say that there is none."""
