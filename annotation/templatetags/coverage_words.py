"""How templates say what a certificate guarantees."""

from collections.abc import Iterator

from django import template

from study.domain.certificate import Certificate

register = template.Library()


@register.filter
def by_condition(certificate: Certificate) -> Iterator[dict[str, object]]:
    """Yield what is guaranteed in each condition, under the certificate's own words."""
    for condition, guaranteed in certificate.guaranteed.items():
        yield {
            "condition": condition.value,
            "guaranteed": guaranteed,
            "most": certificate.most[condition],
            "target": certificate.target[condition],
            "bound": certificate.bound[condition],
            "spread": certificate.spread[condition],
        }
