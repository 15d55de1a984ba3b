"""Static files under names that change with their content, the imports of our own ES modules included."""

from __future__ import annotations

from django.contrib.staticfiles.storage import HashedFilesMixin
from servestatic.storage import CompressedManifestStaticFilesStorage

IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Else a browser may mix old and new modules after an update. Django would rewrite every script, and stumbles over
    words in comments of packages' scripts; so only what lies in our folders is rewritten.
    """

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", IMPORTS), ("games/*.js", IMPORTS))
