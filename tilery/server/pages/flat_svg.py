"""SVG documents whose style is computed, for renderers that know neither style sheets with variables nor `<use>` that
hands them on: every element gets its properties as plain values.

It covers what the drawings of games use of CSS: selectors, `var()` with defaults, inherited variables, `max()` and
`calc()` with one unit, and transforms with units.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"
UNITS = re.compile(r"(?<=[\d.])(?:px|deg)\b")
FUNCTION = re.compile(r"\b(max|min|calc)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
SUM = re.compile(r"[\d.\s+*/()-]+")
FONT = re.compile(r"(?:(\d{3})\s+)?([\d.]+px)\s+(.+)")
BOLD = 550
"""From this weight on a font is bold; those in between are not there."""
DEEPEST = 8
"""How deep variables and symbols may refer to others."""
UNKNOWN = ("transition", "animation", "cursor", "pointer-events", "outline", "will-change", "touch-action")
"""Properties that a still picture has no use for."""


class StyleSheet:
    """A style sheet, read once."""

    def __init__(self, text: str) -> None:
        self._matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._add(rule)

    def _add(self, rule: tinycss2.ast.QualifiedRule) -> None:
        declarations = _declarations(rule.content)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            return  # what a pointer does, and the like
        for selector in selectors:
            if selector.pseudo_element is None:
                self._matcher.add_selector(selector, declarations)

    def flatten(self, document: str) -> str:
        """Rewrite a document with the style sheet's properties as attributes."""
        root = ElementTree.fromstring(document)
        symbols = {str(part.get("id")): part for part in root.iter() if part.get("id")}
        _expand(root, symbols, 0)
        self._style(cssselect2.ElementWrapper.from_xml_root(root), {})
        ElementTree.register_namespace("", SVG[1:-1])
        return ElementTree.tostring(root, encoding="unicode")

    def _style(self, wrapper: cssselect2.ElementWrapper, inherited: Mapping[str, str]) -> None:
        """Compute the properties of an element, then those of what is in it."""
        found: dict[str, str] = {}
        for *_, declarations in sorted(self._matcher.match(wrapper), key=lambda match: match[:2]):
            found |= declarations
        element = wrapper.etree_element
        found |= _declarations(element.get("style", ""))
        variables = {**inherited, **{name: value for name, value in found.items() if name.startswith("--")}}
        _write(element, {name: value for name, value in found.items() if not name.startswith("--")}, variables)
        for child in wrapper.iter_children():
            self._style(child, variables)


def _declarations(content: str | list[tinycss2.ast.Node]) -> dict[str, str]:
    parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return {
        each.name: tinycss2.serialize(each.value).strip() for each in parsed if each.type == "declaration"
    }  # fmt: skip


def _write(element: Element, properties: Mapping[str, str], variables: Mapping[str, str]) -> None:
    """Replace classes and style by what they mean."""
    for name in ("class", "style"):
        element.attrib.pop(name, None)
    written = []
    for name, value in properties.items():
        plain = resolved(value, variables)
        if plain is None or name.startswith(UNKNOWN):
            continue
        if name == "filter":  # shadows take seconds; what is there to be blurred is there for its blur alone
            if plain.startswith("blur"):
                written.append("display:none")
            continue
        if name == "font" and (font := FONT.fullmatch(plain)):
            weight = "700" if int(font[1] or 400) >= BOLD else "400"
            written.append(f"font-weight:{weight};font-size:{font[2]};font-family:{font[3]}")
        elif name == "transform":
            element.set("transform", UNITS.sub("", plain))
        else:
            written.append(f"{name}:{plain}")
    if written:
        element.set("style", ";".join(written))


def resolved(value: str, variables: Mapping[str, str]) -> str | None:
    """Return a value without variables and sums; None if a variable has no value."""
    for _ in range(DEEPEST):
        if "var(" not in value:
            return FUNCTION.sub(_computed, value)
        parts = tinycss2.parse_component_value_list(value)
        value = "".join(_substituted(part, variables) for part in parts)
        if MISSING in value:
            return None
    return None


MISSING = "\0"


def _substituted(part: tinycss2.ast.Node, variables: Mapping[str, str]) -> str:
    if part.type != "function":
        return str(part.serialize())
    if part.lower_name != "var":
        inner = "".join(_substituted(each, variables) for each in part.arguments)
        return f"{part.name}({inner})"
    name, _, fallback = tinycss2.serialize(part.arguments).partition(",")
    if (known := variables.get(name.strip())) is not None:
        return known
    return fallback.strip() or MISSING


def _computed(match: re.Match[str]) -> str:
    """Compute `max`, `min` or `calc` of numbers with the same unit, or with none."""
    text = match[2]
    unit = "px" if "px" in text else "deg" if "deg" in text else ""
    sums = [FUNCTION.sub(_computed, part) for part in text.split(",")]
    numbers = [_sum(UNITS.sub("", part)) for part in sums]
    if None in numbers:
        return match[0]
    known = [number for number in numbers if number is not None]
    return f"{(max if match[1] == 'max' else min)(known):.6g}{unit}"


def _sum(text: str) -> float | None:
    """Compute a sum of products."""
    if not SUM.fullmatch(text):
        return None
    total = 0.0
    for sign, product in re.findall(r"([+-]?)\s*([\d.]+(?:\s*[*/]\s*-?[\d.]+)*)", text):
        factors = re.split(r"\s*([*/])\s*", product)
        worth = float(factors[0])
        for operator, factor in zip(factors[1::2], factors[2::2], strict=True):
            worth = worth * float(factor) if operator == "*" else worth / float(factor)
        total += -worth if sign == "-" else worth
    return total


def _expand(parent: Element, symbols: Mapping[str, Element], depth: int) -> None:
    """Put copies of symbols where they are used, so that they inherit from there."""
    if parent.tag in (f"{SVG}defs", f"{SVG}symbol"):
        return
    for index, child in enumerate(parent):
        if child.tag == f"{SVG}use" and depth < DEEPEST:
            target = symbols.get(child.get(HREF, "")[1:])
            if target is not None:
                parent[index] = shown = _used(child, target)
                _expand(shown, symbols, depth + 1)
                continue
        _expand(child, symbols, depth)


def _used(use: Element, target: Element) -> Element:
    """Return a group that shows what a `<use>` shows."""
    group = Element(f"{SVG}g", {name: value for name, value in use.attrib.items() if name not in USED})
    x, y = use.get("x", "0"), use.get("y", "0")
    if (x, y) != ("0", "0"):
        group.set("transform", f"{group.get('transform', '')} translate({x} {y})".strip())
    shown = copy.deepcopy(target)
    shown.attrib.pop("id", None)
    if target.tag == f"{SVG}symbol":
        shown.tag = f"{SVG}svg" if "viewBox" in target.attrib else f"{SVG}g"
        for name in ("width", "height"):
            if name in use.attrib and shown.tag == f"{SVG}svg":
                shown.set(name, use.attrib[name])
    group.append(shown)
    return group


USED = (HREF, "x", "y", "width", "height")
