"""Races and reads of what nobody wrote that are planted in shipped kernels are all found, and none in the originals."""

from __future__ import annotations

import pytest

from tests.checking import checked, specified
from tests.examples import nightly_but
from tests.mutants import Corpus, launch_of, mutants

CORPUS = (
    Corpus("prefix_sum", "fpga4", {"n": 32, "per_thread": 4}, 12),
    Corpus("dot", "fpga4", {"n": 64, "threads": 16}, 6),
    Corpus("bitonic_sort", "fpga4", {"n": 32}, 5, threads=16),
    Corpus("fft128", "fpga8", {"n": 64}, 57),
    Corpus("fft128_skewed", "fpga8", {"n": 64}, 57),
    Corpus("fft", "fpga4", {"n": 32}, 19, threads=16),
    Corpus("transpose", "fpga4", {"n": 16}, 2, threads=16),
    Corpus("mm_local", "gtx280", {"n": 16, "height": 8, "width": 8}, 8),
)
EVERY_RUN = ("prefix_sum", "dot")


def test_there_are_enough() -> None:
    assert sum(each.planted for each in CORPUS) >= 60


@pytest.mark.parametrize("name", nightly_but(EVERY_RUN, [each.kernel for each in CORPUS]))
def test_all_that_is_planted_is_found(name: str) -> None:
    corpus = next(each for each in CORPUS if each.kernel == name)
    launch = launch_of(corpus)
    original = checked(launch)
    assert not original.racing
    assert not original.unwritten
    planted = 0
    for what, mutant in mutants(launch):
        found, there = checked(mutant), specified(mutant)
        assert (found.racing, found.unwritten) == (there.racing, there.unwritten), what
        assert found.races.keys() <= there.races.keys(), what
        planted += bool(there.racing or there.unwritten)
    assert planted == corpus.planted
