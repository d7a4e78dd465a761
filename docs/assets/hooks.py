"""Hooks of mkdocs: links that lead out of docs, the changelog, demo files, notebooks, and blocks that tests read."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
SOURCE = "https://github.com/scorelite/scorelite/blob/main"
# Files beside the folder docs that are pages or downloads of the site.
PLACES = {"CHANGELOG.md": "changelog.md"}
# On the site, links to the script are links to what it makes.
SCRIPT, MADE = f"{SOURCE}/scripts/build-try", "try/index.html"
DEMO = "resources/demo/"
_LINK = re.compile(r"(\]\()([^)#\s:]+)(#[^)\s]*)?(?=\))")


def on_files(files: Any, config: Any) -> Any:
    """Adds the changelog, the demo files, and a page for each notebook."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "changelog.md", content=_moved(changelog, "../CHANGELOG.md")))
    for path in sorted((ROOT / DEMO).iterdir()):
        if path.is_file():
            files.append(File.generated(config, f"demo/{path.name}", content=path.read_bytes()))
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=_page_of(path)))
    return files


def _page_of(notebook: Path) -> str:
    """A notebook as a page: its texts, its code, and the outputs that are stored."""
    cells = json.loads(notebook.read_bytes())["cells"]
    blocks = [block for cell in cells for block in _blocks(cell)]
    title, *rest = blocks
    return "\n\n".join([title, f"[Download the notebook]({notebook.name}).", *rest, ""])


def _blocks(cell: dict[str, Any]) -> list[str]:
    """A cell as blocks of markdown."""
    source = "".join(cell["source"]).rstrip()
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *map(_output, cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    """An output as a table where it has one, else as text."""
    forms = output.get("data", {})
    if "text/html" in forms:
        html = re.sub(r"\s*\n\s*", " ", "".join(forms["text/html"]))
        return f'<div class="output" tabindex="0" role="group" aria-label="Output">{html}</div>'
    text = "".join(output.get("text") or forms["text/plain"]).strip("\n")
    return f"```text\n{text}\n```"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Leads links out of docs to the site's own copy, or to the source."""
    text = re.sub(r"(?m)^```python needs .*$", "```python", markdown).replace("\n<BLANKLINE>", "\n")
    text = re.sub(r"(?m)^```python(?=\n>>> )", "```pycon", text)
    return text if page.file.generated_by else _moved(text, page.file.src_uri)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Leads links to the script that makes a page to the page."""
    place = posixpath.relpath(MADE, posixpath.dirname(page.file.src_uri) or ".")
    return html.replace(f'href="{SCRIPT}"', f'href="{place}"')


def _moved(text: str, page: str) -> str:
    """A page's text, its links seen from the folder docs."""

    def target(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), match[2]))
        if page.startswith("../"):
            path = posixpath.normpath(match[2])
            if path.startswith("docs/"):
                return f"{match[1]}{path.removeprefix('docs/')}{match[3] or ''}"
        elif path.startswith("docs/"):
            return match[0]
        place = f"demo/{path.removeprefix(DEMO)}" if path.startswith(DEMO) else PLACES.get(path)
        if place and not page.startswith("../"):
            place = posixpath.relpath(place, posixpath.dirname(page) or ".")
        return f"{match[1]}{place or f'{SOURCE}/{path}'}{match[3] or ''}"

    return _LINK.sub(target, text)
