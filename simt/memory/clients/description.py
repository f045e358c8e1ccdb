"""Memory systems: a channel, a policy and clients, from a preset or a TOML file (docs/clients.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import exists
from simt.core.memory.clients.layout import POLICIES
from simt.files import TOML_BYTES, read_text, toml_tree
from simt.machine.channel import Channel, changed, load
from simt.memory.clients.grants import grant_clocks
from simt.memory.clients.keys import KINDS, PLACES, SYSTEM, mistakes_in, with_defaults
from simt.memory.storage.layout import Layout, Name, StorageError
from simt.toml_kinds import refuse_mistaken

MOST_CLIENTS = 32


class MemorySystemError(SimtError):
    """A description of a memory system that cannot be used."""

    code = "E0432"


@dataclass(frozen=True)
class Client:
    """The description of a client: `client["burst"]` is the value of a key, None if unset. Sizes are in bytes.

    kind: a key of `KINDS`. number: the index of the client, from 0.
    """

    name: str
    kind: str
    number: int
    values: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @property
    def object(self) -> tuple[str, Name] | None:
        """The kind and the id of the storage manager's object with the client's bytes; None without an object."""
        for kind in PLACES[:-1]:
            if self.values.get(kind) is not None:
                name = self.values[kind]
                return kind, tuple(name) if kind == "texture" else name
        return None


@dataclass(frozen=True)
class System:
    """A checked memory system, as `load_system` and `system_of` return it; `system["age"]` is the value of a key."""

    name: str
    channel: Channel
    clients: tuple[Client, ...]
    values: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @property
    def line(self) -> int:
        """The bytes of a line, which a request reads or writes."""
        return int(self.channel["bytes_per_req"])

    @property
    def policy(self) -> str:
        """The name of the arbiter's policy."""
        return str(self["policy"])

    @cached_property
    def layout(self) -> Layout:
        """The layout of the storage manager.

        Raises `StorageError` (E0920) if its sizes do not fit together, or if the channel has too few bytes.
        """
        channel = self.channel
        own = {"memory_bytes": min(channel.bytes, 1 << 32), "row_bytes": max(1024, channel["row_bytes"])}
        layout = Layout(**(own | self["storage"]))
        if layout.memory_bytes > channel.bytes:
            message = f"memory_bytes is {layout.memory_bytes}, and the channel holds {channel.bytes}"
            raise StorageError(message, code="E0920")
        return layout


def preset_names() -> list[str]:
    """Return the names of the memory systems that ship with simt."""
    return sorted(path.stem for path in _PRESETS.glob("*.toml"))


_PRESETS = Path(__file__).parent / "presets"


def load_system(name: str, **changes: object) -> System:
    """Load a memory system.

    name: a preset, a file, or `-` for standard input. changes: other values of its keys; None leaves a key as it is.
    Raises `SimtError`: `MemorySystemError`, `ChannelError`, `StorageError` or `FileError`.
    """
    presets = preset_names()
    if name in presets:
        text = (_PRESETS / f"{name}.toml").read_text(encoding="utf-8")
    elif not name.endswith(".toml") and name != "-" and not exists(name):
        advice = did_you_mean(name, presets, f"the memory systems that ship are {', '.join(presets)}")
        raise MemorySystemError(f"there is no memory system and no file {quote(name)}: {advice}")
    else:
        text = read_text(name, TOML_BYTES)
    try:
        values = toml_tree(text)
    except (ValueError, RecursionError) as error:
        raise MemorySystemError(f"{name}: {error}") from None
    refuse_mistaken(values, "system", name, MemorySystemError)
    return system_of(values | {key: value for key, value in changes.items() if value is not None}, name)


def system_of(values: Mapping[str, Any], name: str) -> System:
    """Check the values of a file, and return their memory system.

    name: the file's name, for messages and as the default name of the system. Raises `MemorySystemError`,
    `ChannelError`, `StorageError` or `FileError`.
    """
    others = ("name", "channel", "storage", "client")
    mistakes = mistakes_in(values, SYSTEM, others)
    if not isinstance(values.get("name", ""), str):
        mistakes.append("name is a text")
    storage, tables = values.get("storage", {}), values.get("client", [])
    mistakes += _storage_mistakes(storage)
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_CLIENTS:
        mistakes.append(f"there are 1 to {MOST_CLIENTS} clients, each a table [[client]]")
        tables = []
    clients, wrong = _clients(tables)
    mistakes += wrong
    if "channel" not in values:
        mistakes.append("channel is missing: a preset (ddr2-667-3-x16-32), a file, or a table")
    if mistakes:
        raise MemorySystemError(f"{name}: {'; '.join(mistakes[:6])}")
    full = with_defaults({key: values[key] for key in SYSTEM if key in values}, SYSTEM) | {"storage": dict(storage)}
    if full["hold"] is None:
        full["hold"] = full["age"]
    title = str(values.get("name", Path(name).stem))
    system = System(title, _channel(values["channel"], name), tuple(clients), full)
    _check(system, name)
    if storage:
        try:
            _ = system.layout
        except StorageError as error:
            raise StorageError(f"{name}: storage: {error.message}", code=error.code, help=error.help) from None
    return system


def _storage_mistakes(storage: object) -> list[str]:
    """Return the mistakes in the table `storage` that `Layout` does not find."""
    if not isinstance(storage, dict):
        return ["storage is a table"]
    known = [str(key) for key in Layout.__dataclass_fields__]
    mistakes = [f"storage: no key {quote(key)}: {did_you_mean(key, known, ', '.join(known))}"
             for key in storage if key not in known]  # fmt: skip
    return mistakes + [f"storage: {key} is a whole number" for key, value in storage.items() if type(value) is not int]


def _channel(value: object, name: str) -> Channel:
    if isinstance(value, str):
        return load(value)
    if isinstance(value, dict):
        return changed(value, f"{name}: channel")
    raise MemorySystemError(f"{name}: channel is a text or a table, not {value!r:.40}")


def _clients(tables: list[Any]) -> tuple[list[Client], list[str]]:
    """Return the clients, and the mistakes in them."""
    clients: list[Client] = []
    mistakes: list[str] = []
    for number, table in enumerate(tables):
        label = f"client {number + 1}"
        if not isinstance(table, dict):
            mistakes.append(f"{label} is not a table")
            continue
        name, kind = table.get("name"), table.get("kind")
        if not isinstance(name, str) or not name.strip() or name in [client.name for client in clients]:
            mistakes.append(f"{label} needs a name that no other has")
            name = label
        label = f"client {quote(name)}"
        if not isinstance(kind, str) or kind not in KINDS:
            advice = did_you_mean(str(kind), KINDS, f"one of {', '.join(KINDS)}")
            mistakes.append(f"{label}: {quote(str(kind))} is not a kind of client: {advice}")
            continue
        values = {key: value for key, value in table.items() if key not in ("name", "kind")}
        wrong = mistakes_in(values, KINDS[kind], ())
        mistakes += [f"{label}: {text}" for text in wrong or _place_mistakes(kind, values)]
        clients.append(Client(name, kind, number, {} if wrong else _filled(kind, values)))
    return clients, mistakes


def _place_mistakes(kind: str, values: Mapping[str, Any]) -> list[str]:
    """Return the mistakes in the keys for the place and the stride of a client's bytes."""
    places = [key for key in PLACES if key in values]
    if len(places) > 1:
        return [f"its bytes are in one place, not in {' and '.join(places)}"]
    if kind in ("host", "cores") and not places:
        return [f"one of {', '.join(PLACES)} says where its bytes are"]
    if places and places[0] in ("buffer", "list", "address") and "bytes" not in values:
        return ["bytes is missing"]
    if values.get("pattern") == "strided" and "stride" not in values:
        return ["stride is missing"]
    return []


def _filled(kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    full = with_defaults(values, KINDS[kind])
    if "access" in full and full["access"] is None:
        full["access"] = full["burst"]
    if full.get("queue") is None:
        full["queue"] = full["fifo"] if kind == "display" else 4 * full["burst"]
    return full


def _check(system: System, name: str) -> None:
    """Raise `MemorySystemError` (E0433) if values of keys do not fit together."""
    line, channel = system.line, system.channel
    tests = [
        (system[key] % line == 0, f"{key} is a multiple of a line of {line} bytes, not {system[key]}")
        for key in ("grant", "round")
    ]
    shares = sum(client["share"] for client in system.clients)
    tests.append((shares <= system["round"], f"the shares are {shares} bytes of a round of {system['round']}"))
    if system.policy == POLICIES[0] and system["grant"] % line == 0:
        longest = max(grant_clocks(channel, min(system["grant"], channel["row_bytes"]) // line, way) for way in (0, 1))
        late = "a grant would last longer than 8 tREFI, and refreshes would be too late"
        tests.append((longest <= 8 * channel["tREFI"], late))
    for client in system.clients:
        texts = [
            (client["burst"] % line == 0, f"burst is a multiple of a line of {line} bytes, not {client['burst']}"),
            (client["share"] % line == 0, f"share is a multiple of a line of {line} bytes, not {client['share']}"),
            (client["queue"] >= client["burst"], f"a burst of {client['burst']} bytes does not fit into its queue"),
        ]
        access = client.values.get("access")
        if access is not None:
            texts += [
                (access % line == 0, f"access is a multiple of a line of {line} bytes, not {access}"),
                (client["queue"] >= access, f"an access of {access} bytes does not fit into its queue"),
            ]
        stride = client.values.get("stride")
        if stride is not None and access:
            texts.append((stride % access == 0, f"stride is a multiple of access, {access}, not {stride}"))
        tests += [(holds, f"client {quote(client.name)}: {text}") for holds, text in texts]
    loaders = [client["stage"] for client in system.clients if client.kind == "loader"]
    tests.append((len(set(loaders)) == len(loaders), "there is one loader of a stage"))
    wrong = [text for holds, text in tests if not holds]
    if wrong:
        raise MemorySystemError(f"{name}: {'; '.join(wrong)}", code="E0433")


def scan_rate(client: Client) -> Fraction:
    """Return the exact MB/s at which a display takes bytes from its FIFO."""
    return Fraction(str(client["pixels"])) * int(client["pixel_bytes"])


def clocks_of_a_byte(rate: float | Fraction, channel: Channel) -> tuple[int, int]:
    """Return the clocks for a byte at `rate` MB/s as a fraction: numerator, and denominator of at most 2^20.

    The fraction is at least 2^-20 and at most 2^24.
    Source: docs/clients.md, section 6.
    """
    exact = 1000 / (Fraction(str(rate)) * Fraction(str(channel["tCK"])))
    fraction = min(max(exact.limit_denominator(1 << 20), Fraction(1, 1 << 20)), Fraction(1 << 24))
    return fraction.numerator, fraction.denominator
