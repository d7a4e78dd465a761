"""Items, lists of items, and their JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class SchemaError(ValueError):
    """An error of this module."""


class SchemaJSONError(SchemaError):
    """JSON that is no list of items."""


class SchemaInvalidItemError(SchemaError):
    """A value that is no item."""


class Meta(defaultdict[str, Any]):
    """Facts about an item."""


class Item(Mapping[str, Any]):
    """A word with its fields, such as `item`, `type` and `@raw`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if len(args) > 1:
            raise ValueError("Expected max 1 argument")
        if args and kwargs:
            raise ValueError("Cannot combine both a positional and keyword arguments")
        if args and not isinstance(args[0], dict):
            raise SchemaInvalidItemError("Expected a dict object", args[0])
        self._val: dict[str, Any] = args[0] if args else kwargs
        self.meta = Meta()

    def __getitem__(self, k: str) -> Any:
        return self._val[k]

    def __len__(self) -> int:
        return len(self._val)

    def __iter__(self) -> Iterator[str]:
        return iter(self._val)

    def __repr__(self) -> str:
        return f"Item({self.json()})"

    def json(self, **kwargs: Any) -> str:
        """The item as JSON."""
        return json.dumps(self, cls=JSONEncoder, **kwargs)

    def _asdict(self) -> dict[str, Any]:
        return self._val

    def __eq__(self, other: object) -> bool:
        return bool(self._val == (other._val if type(other) is Item else other))

    __hash__ = None  # type: ignore[assignment]


class Schema:
    """A list of items. `dump` and `dumps` write this list, or called on the class any value."""

    def __init__(self, data: Iterable[Any] | None = None) -> None:
        self._data = [_item(entry) for entry in data or ()]

    def __repr__(self) -> str:
        return f"Schema({self.json()})"

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._data)

    def __getitem__(self, item: Any) -> Any:
        return self._data[item]

    @staticmethod
    def load(*args: Any, **kwargs: Any) -> Schema:
        """The list that a file of JSON holds."""
        schema: Schema = json.load(*args, **kwargs, cls=JSONDecoder)
        return schema

    @staticmethod
    def loads(*args: Any, **kwargs: Any) -> Schema:
        """The list that a text of JSON holds."""
        schema: Schema = json.loads(*args, **kwargs, cls=JSONDecoder)
        return schema

    # Called on an object, `self` is what is written; called on the class, it is the value that was handed over.
    def dump(self: Any, *args: Any, **kwargs: Any) -> None:
        """Writes JSON to a file."""
        json.dump(self, *args, **kwargs, cls=JSONEncoder)

    def dumps(self: Any, *args: Any, **kwargs: Any) -> str:
        """The JSON as text."""
        return json.dumps(self, *args, **kwargs, cls=JSONEncoder)

    def json(self, **kwargs: Any) -> str:
        """The list as JSON."""
        return self.dumps(**kwargs)

    def append(self, obj: Any) -> None:
        """Adds an item."""
        if not isinstance(obj, dict) and type(obj) is not Item:
            raise SchemaError("Wrong type", type(obj))
        self._data.append(_item(obj))

    def extend(self, iterable: Iterable[Any]) -> None:
        """Adds items."""
        self._data.extend(map(_item, iterable))

    def _aslist(self) -> list[Item]:
        return self._data

    def __eq__(self, other: object) -> bool:
        return bool(self._data == (other._data if type(other) is Schema else other))

    __hash__ = None  # type: ignore[assignment]


def _item(value: Any) -> Item:
    return value if type(value) is Item else Item(value)


class JSONEncoder(json.JSONEncoder):
    """Writes items, lists of items and named tuples as JSON."""

    def default(self, o: Any) -> Any:
        """The plain value of an object of this module."""
        if isinstance(o, Schema):
            return o._aslist()
        if isinstance(o, tuple | Item) and hasattr(o, "_asdict"):
            return o._asdict()
        return super().default(o)

    def encode(self, obj: Any) -> str:
        """The JSON of a value; a named tuple is an object where it is the whole value."""
        named = isinstance(obj, tuple) and hasattr(obj, "_asdict")
        return super().encode(self.default(obj) if named else obj)


class JSONDecoder(json.JSONDecoder):
    """Reads JSON as a list of items."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, object_hook=self.object_hook)

    def decode(self, *args: Any, **kwargs: Any) -> Schema:
        """The list of items."""
        decoded = super().decode(*args, **kwargs)
        if type(decoded) is not list:
            raise SchemaJSONError("Expected a list")
        return Schema(decoded)

    @staticmethod
    def object_hook(obj: dict[str, Any]) -> Item:
        """The item for an object."""
        return Item(obj)
