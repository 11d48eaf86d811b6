"""Make session templates that compensate what was really collected (K.5.3)."""

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.batch_size import require_batch_size
from annotation.selectors import coverage
from study.domain.errors import DomainError
from study.domain.marking import mark as _
from study.models import SessionTemplate, Study
from study.services.locks import lock_for_writing
from study.services.templates import Batch, plan_batch, store_batch


class PlanChanged(DomainError):
    """What was looked at is not what would be made now."""

    code = "plan_changed"


def look_ahead(study: Study, count: int | None, seed: int | None = None) -> Batch:
    """Return the templates that `make_batch` would make now; nothing is stored.

    Raises
    ------
    TooManyTemplates
        When more are asked for, or needed, than are made at once.
    DomainError
        When the bank is too small for one template.
    """
    if count is not None:
        require_batch_size(count)
    batch = plan_batch(study, coverage(study), count, seed)
    require_batch_size(len(batch.plan.templates))
    return batch


@transaction.atomic
def make_batch(
    study: Study,
    count: int | None,
    seed: int | None = None,
    *,
    allow_shortfall: bool = False,
    seen: str | None = None,
    actor: User | None = None,
) -> list[SessionTemplate]:
    """Add `count` templates; without a count as few as cover every shortfall, maybe none.

    The study is held first, so that of two people who press at once the second one sees what the
    first one made.

    Parameters
    ----------
    seen : str, optional
        The certificate's hash of what was looked at before; nothing else is made then.

    Raises
    ------
    TooFewTemplates
        When some item would stay below its target and no shortfall is allowed.
    PlanChanged
        When answers or templates came in since the look.
    DomainError
        As `look_ahead`.
    """
    lock_for_writing(study)
    batch = look_ahead(study, count, seed)
    if seen is not None and seen != batch.plan.certificate.hash:
        raise PlanChanged(
            _("Coverage has changed since you looked: these would be other templates now.")
        )
    return store_batch(study, batch, allow_shortfall=allow_shortfall, actor=actor)
