"""The engines are compiled before the first test of this folder, so that no test meets the note that says so."""

from __future__ import annotations

import pytest

import isa
import simt


@pytest.fixture(scope="session", autouse=True)
def _compiled_engines() -> None:
    for policy in ("first_thread", "mask_stack"):
        machine = simt.Machine.load("fpga4", {"branch.policy": policy})
        for engine in ("cycle", "functional"):
            simt.run(isa.assemble("ret"), machine, threads=1, engine=engine)
