"""Bodies of requests: JSON that is JSON, fields of the type they say, nothing unknown."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.core.validators import RegexValidator
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser

_SOMETHING = r"[^\s\x1c-\x1f\x85\ufeff]"
"""Not only white space; Python and JSON Schema do not agree what that is, so it is spelt out."""


class StrictJSONParser(JSONParser):
    """JSON of any depth and any text, where what cannot be stored is the sender's mistake."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed body.

        Raises
        ------
        ParseError
            When it is not JSON, is nested too deeply, or holds half a character.
        """
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("The body holds half a character (a lone surrogate).") from None
        return data


class Text(serializers.CharField):
    """A text that says something; a number is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[RegexValidator(_SOMETHING)], **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number; a text of digits is none."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.FloatField):
    """A number; a text of digits is none."""

    def to_internal_value(self, data: Any) -> float:
        """Return the number."""
        if not isinstance(data, int | float) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false; "yes" and 1 are neither."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the value."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class QueryFlag(serializers.BooleanField):
    """`true` or `false` in an address."""

    TRUE_VALUES = {"true"}
    FALSE_VALUES = {"false"}


class Body(serializers.Serializer[Any]):
    """What a request may carry: a field it does not have is a mistake, not ignored."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated values."""
        if isinstance(data, Mapping):
            unknown = {str(name): ["Unknown field."] for name in data if name not in self.fields}
            if unknown:
                raise ValidationError(unknown)
        return super().to_internal_value(data)


class ReasonBody(Body):
    """Why something is done."""

    reason = Text(max_length=500, help_text="Goes to the log, where every member reads it.")
