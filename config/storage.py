"""Static files: hashed names, so that a page never meets a script of another release."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hash names in ES module imports too; our modules import each other by path."""

    support_js_module_import_aggregation = True
