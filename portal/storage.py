"""Static files under names that change with their content, the imports of our own ES modules included."""

from __future__ import annotations

from django.contrib.staticfiles.storage import HashedFilesMixin
from servestatic.storage import CompressedManifestStaticFilesStorage

IMPORTS = (
    (r"""(?P<matched>\bfrom\s*["'](?P<url>\.{1,2}/[^"']+)["'])""", 'from "%(url)s"'),
    (r"""(?P<matched>\bimport\s*["'](?P<url>\.{1,2}/[^"']+)["'])""", 'import "%(url)s"'),
)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Else a browser may mix old and new modules after an update. Django's own rewriting takes every script and
    stumbles over words in comments of packages' scripts; this one takes what lies in our folders.
    """

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", IMPORTS), ("games/*.js", IMPORTS))
