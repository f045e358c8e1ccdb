"""Damaged and foreign results files of sweeps: one mutant of a good file for every seed."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from tests.generators.mutations import change

# What a cell or a value of JSON may be in a file that nobody has checked.
CELLS = (
    None, 0, -1, 2**62, 2**63 - 1, -(2**63), 0.5, 1e308, float("inf"), "", "x", "done", "{}", "[]", "null", "-",
    "\x1b[2J", "1e999", '{"a": NaN}', '{"a": 1', "[" * 5000, '{"a":' * 5000, '{"a": ' + "9" * 5000 + "}",
    '{"a": "\\ud800"}', "y" * 300_000, '{"\\ud800": 1}', b"", b"\xff\xfe", b"done", b'{"a": 1}', "\0",
    "caf\u00e9", '{"a": {"b": []}}', '{"a": true}', '"a"', "17",
)  # fmt: skip
STATEMENTS = (
    "DROP TABLE {table}", "DROP VIEW sweep", "DELETE FROM {table}", "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} ADD COLUMN more", "ALTER TABLE points DROP COLUMN axes", "CREATE INDEX mine ON points (key)",
    "ALTER TABLE results RENAME COLUMN status TO state", "ALTER TABLE results DROP COLUMN reason",
    "CREATE TRIGGER t AFTER INSERT ON points BEGIN DELETE FROM results; END",
    "CREATE TRIGGER t BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'no'); END",
    "DROP VIEW sweep; CREATE VIEW sweep AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS number, 'done' AS status FROM n",
    "DROP TABLE points; CREATE VIEW points AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS number, 'k' AS key, 'dot' AS program, '{{}}' AS axes FROM n",
    "DROP TABLE meta; CREATE TABLE meta (name, value)",
    "DROP TABLE meta; CREATE VIEW meta AS SELECT 1 AS name, 2 AS value",
    "DROP TABLE sessions; CREATE TABLE sessions (number)", "CREATE VIRTUAL TABLE text USING fts5(a)",
    "ALTER TABLE points ADD COLUMN more AS (zeroblob(900000000))", "CREATE TABLE mine (a)",
    "INSERT OR REPLACE INTO points SELECT number + 1000, key, program, axes FROM points",
    "UPDATE points SET number = number - 7",
    "UPDATE results SET key = key || 'x' WHERE key = (SELECT min(key) FROM results)",
    "INSERT INTO meta VALUES ('more', '1')", "PRAGMA user_version = -5", "PRAGMA application_id = 7",
    "PRAGMA encoding = 'UTF-16'",
    "PRAGMA journal_mode = WAL",
)  # fmt: skip


def mutate(path: Path, seed: int) -> None:
    """Change the good results file at `path` somehow."""
    generator = random.Random(seed)
    way: Callable[[Path, random.Random], None] = generator.choice((_bytes, _bytes, _cell, _cell, _json, _json, _schema))
    way(path, generator)


def _bytes(path: Path, generator: random.Random) -> None:
    data = bytearray(path.read_bytes())
    size = len(data)
    match generator.randrange(7):
        case 0:  # bits anywhere
            for _ in range(generator.choice((1, 3, 30, 300))):
                data[generator.randrange(size)] ^= 1 << generator.randrange(8)
        case 1:
            del data[generator.randrange(size) :]
        case 2:  # a page in the place of another
            a, b = (generator.randrange(size // 4096) * 4096 for _ in range(2))
            data[a : a + 4096] = data[b : b + 4096]
        case 3:
            start = generator.randrange(size)
            data[start : start + 4096] = bytes(4096)
        case 4:  # the header of the file
            data[generator.randrange(100)] = generator.randrange(256)
        case 5:  # the header of a page
            data[generator.randrange(size // 4096) * 4096 + generator.randrange(40)] = generator.randrange(256)
        case 6:  # letters of the texts
            for _ in range(generator.choice((1, 10))):
                at = generator.randrange(size)
                data[at : at + 1] = generator.choice((b'"', b"{", b"9", b"\xff", b"", b"\0", b"[["))
    path.write_bytes(data)


def _tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name in names}


def _cell(path: Path, generator: random.Random) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        table, columns = generator.choice(list(_tables(connection).items()))
        column, value = generator.choice(columns), generator.choice(CELLS)
        place = "?" if generator.random() < 0.9 else "CAST(x'c328ff' AS TEXT)"
        some = generator.choice(("1", f"{columns[0]} = (SELECT max({columns[0]}) FROM {table})"))
        with contextlib.suppress(sqlite3.Error):
            connection.execute(
                f"UPDATE OR IGNORE {table} SET {column} = {place} WHERE {some}", [value] * (place == "?")
            )


def _json(path: Path, generator: random.Random) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        table, column, key = generator.choice((
            *[("meta", "value", "name")] * 4, ("points", "axes", "number"),
            *[("results", name, "key") for name in ("busy", "issue", "warp", "lane")],
        ))  # fmt: skip
        found = connection.execute(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
        name, text = generator.choice(found)
        content = {"": json.loads(text)}
        change(content, generator)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (json.dumps(content[""]), name))


def _schema(path: Path, generator: random.Random) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        table = generator.choice(("meta", "sessions", "points", "results"))
        with contextlib.suppress(sqlite3.Error):
            connection.executescript(generator.choice(STATEMENTS).format(table=table))
