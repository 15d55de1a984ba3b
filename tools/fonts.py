"""Cut the portal's two typefaces out of their packages into ``static/fonts``.

Run in a throwaway environment; fonttools is no dependency of the portal, and the built files are committed:

    python3 -m venv /tmp/fonts
    /tmp/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1 fontpkg-bitter==3.21 fontpkg-signika==2.3
    /tmp/fonts/bin/python tools/fonts.py

Bitter (display) keeps its weights 600-900, Signika (text) 400-700 at GRAD 0. Both are cut to Latin with
Latin Extended-A, the punctuation that German needs and the features that the portal uses.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts"
UNICODES = (
    "U+0020-007E,U+00A0-00FF,U+0100-017F,U+0131,U+02C6,U+02DA,U+02DC,U+2000-200A,U+2010-2015,U+2018-201E,"
    "U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2212,U+2215"
)
FEATURES = ("kern", "liga", "locl", "ccmp", "mark", "tnum")


@dataclass(frozen=True)
class Face:
    """One typeface: where it comes from, which part of its axes stays, which features beside the common ones."""

    package: str
    target: str
    axes: dict[str, Any]
    features: tuple[str, ...] = ()


FACES = (
    Face("fontpkg-bitter", "bitter", {"wght": (600, 900)}, ("lnum",)),
    Face("fontpkg-signika", "signika", {"wght": (400, 700), "GRAD": 0}),
)


def packaged(package: str, suffix: str) -> Path:
    """The one upright file with that ending in an installed package. Raises LookupError when it isn't there."""
    files = metadata.files(package) or []
    found = [f for f in files if str(f).endswith(suffix) and "italic" not in str(f).lower()]
    if len(found) != 1:
        raise LookupError(f"{package}: {len(found)} files end in {suffix}: {[str(f) for f in found]}")
    return Path(str(found[0].locate()))


def cut(face: Face, source: Path, target: Path) -> int:
    """Write the subset of ``source`` as woff2; gives its size in bytes."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    narrowed = BytesIO()  # a round trip: the subsetter trips over tables that the instancer left half decoded
    instancer.instantiateVariableFont(TTFont(source), face.axes).save(narrowed)
    font = TTFont(BytesIO(narrowed.getvalue()))
    features = [*FEATURES, *face.features]
    options = subset.Options(flavor="woff2", layout_features=features, name_IDs=["*"], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(UNICODES))
    subsetter.subset(font)
    subset.save_font(font, str(target), options)
    return target.stat().st_size


def main() -> int:
    """Build every face into the target folder, with its licence beside it."""
    parser = argparse.ArgumentParser(description="Build static/fonts from the font packages.")
    parser.add_argument("--target", type=Path, default=TARGET)
    target: Path = parser.parse_args().target
    target.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        size = cut(face, packaged(face.package, ".ttf"), target / f"{face.target}-var.woff2")
        licence = packaged(face.package, f"{face.package.replace('-', '_')}/LICENSE").read_text(encoding="utf-8")
        (target / f"{face.target}-OFL.txt").write_text(licence, encoding="utf-8")
        sys.stdout.write(f"{face.target}: {size / 1024:.0f} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
