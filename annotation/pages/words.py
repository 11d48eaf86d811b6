"""What codes are called on the researcher's pages."""

from django.utils.translation import gettext_lazy as _

from annotation.domain.session import Status

SESSION_STATUS = {
    Status.ENTERED: _("entered"),
    Status.SCREENING: _("in screening"),
    Status.CONSENTING: _("reading the consent"),
    Status.INSTRUCTED: _("in practice"),
    Status.ACTIVE: _("at work"),
    Status.COMPLETED: _("completed"),
    Status.SCREENED_OUT: _("not admitted"),
    Status.DECLINED: _("declined"),
    Status.TERMINATED: _("terminated"),
    Status.ABANDONED: _("abandoned"),
    Status.WITHDRAWN: _("withdrawn"),
}
