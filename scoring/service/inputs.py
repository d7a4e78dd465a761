"""Files of requests: their content stands in the request, or in the one folder that the service may read."""

from __future__ import annotations

import base64
import binascii
import io
import os
import stat
from collections.abc import Mapping
from typing import Any

from ...formats.errors import LimitError, UsageError
from .limits import Limits

_FLAGS = os.O_RDONLY
# A pipe or a device must neither block the worker that opens it nor become its terminal.
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC"):
    _FLAGS |= getattr(os, _name, 0)
OBJECT = (
    '{"text": CONTENT, "name": "talk.ctm"}, {"base64": CONTENT, "name": "talk.parquet"}, or {"file": PATH} where the '
    "service was started with --files"
)


class Held(io.BytesIO):
    """The content of a file under its name, whose suffix shows the format."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def held(name: str, value: Mapping[str, Any], limits: Limits) -> Held:
    """The file that an object of a request describes; `name` is that of the field."""
    texts = {key: text for key, text in value.items() if isinstance(text, str)}
    content = [key for key in ("text", "base64", "file") if key in texts]
    if len(content) != 1 or len(texts) < len(value) or set(value) - {"text", "base64", "file", "name"}:
        raise UsageError(f"{name} is not a file; expected {OBJECT}")
    label = shown_name(texts.get("name", ""), name)
    if content == ["text"]:
        return Held(texts["text"].encode("utf-8"), label)
    if content == ["file"]:
        return opened(texts["file"], limits)

    try:
        return Held(base64.b64decode(texts["base64"], validate=True), label)
    except (binascii.Error, ValueError):
        raise UsageError(f"{name}: the content is not base64") from None


def shown_name(filename: str, field: str) -> str:
    """The last part of the name of an uploaded file, or the field in brackets where it has none.

    >>> shown_name("C:\\\\talks\\\\a.ctm", "ref"), shown_name("../b.stm", "ref"), shown_name("", "ref")
    ('a.ctm', 'b.stm', '<ref>')
    """
    bare = filename.replace("\\", "/").rpartition("/")[2]
    return bare if bare not in ("", ".", "..", "-") else f"<{field}>"


def opened(path: str, limits: Limits) -> Held:
    """A regular file of the folder of the service; a way through a link, or out of the folder, is refused."""
    if not limits.files:
        raise UsageError("requests cannot name files of the service; start it with --files DIR to allow a folder")
    try:
        return content_below(path, limits)
    except LimitError:
        raise
    except (OSError, ValueError):
        # One message for all: it does not tell which files exist elsewhere.
        raise UsageError(f"{path!r} is not a file of the folder that --files names; links are not followed") from None


def content_below(path: str, limits: Limits) -> Held:
    """The content of a regular file of the folder of the service, read from the one descriptor that was checked.

    A FileNotFoundError where there is none, a LimitError where it is too large, and a ValueError or another OSError
    where it may not be read.
    """
    try:
        handle = _walked(limits.files, path.split("/"))
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, error.strerror, path) from None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError(f"{path!r} is not a regular file")
        data = file.read(limits.body + 1) if status.st_size <= limits.body else b""
    if max(len(data), status.st_size) > limits.body:
        raise LimitError(f"the file {path!r} {limits.body_exceeded}")
    return Held(data, shown_name(path, "file"))


def _walked(root: str, names: list[str]) -> int:
    """The open file below a folder, found name by name: nothing that changes meanwhile leads elsewhere."""
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    for place, name in enumerate(names):
        above, is_last = handle, place == len(names) - 1
        try:
            if name in ("", ".", ".."):
                raise ValueError(name)
            handle = os.open(name, _FLAGS if is_last else _FLAGS | os.O_DIRECTORY, dir_fd=above)
        finally:
            os.close(above)
    return handle
