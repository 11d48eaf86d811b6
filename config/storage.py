"""Static files: hashed names, so that a page never meets a script of another release."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IN_MODULES = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hash names in the imports of our ES modules too; they import each other by path.

    In ours only: libraries name files in comments that look like imports.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IN_MODULES))
