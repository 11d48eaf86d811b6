"""A certificate in lines for a terminal."""

from collections.abc import Iterator

from study.domain.certificate import Certificate


def certificate_lines(certificate: Certificate) -> Iterator[str]:
    """Yield what templates guarantee, one fact a line."""
    for condition, least in certificate.guaranteed.items():
        most, target = certificate.most[condition], certificate.target[condition]
        times = f"{least}" if least == most else f"{least} to {most}"
        yield (
            f"{condition}: each item {times} times when everybody finishes; target {target}, "
            f"at best {certificate.bound[condition]}"
        )
    if certificate.gap:
        yield f"the least covered item is {certificate.gap} below what counting allows"
    if certificate.meets_target:
        yield f"dropouts survived: any {certificate.dropouts_survived}"
    else:
        yield f"short of the target: {certificate.shortfall} judgments"
    places = ", ".join(f"{at}: {n}" for at, n in certificate.check_positions.items())
    yield f"attention checks by index: {places or 'none'}"
    seeds = ", ".join(map(str, certificate.seeds)) or "none"
    yield f"templates: {certificate.templates}, seeds: {seeds}, hash {certificate.hash[:16]}"
