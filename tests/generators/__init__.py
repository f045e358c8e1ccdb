"""Random machines and programs for the property tests.

The core is plain: `random_machine(rng)`, `random_program(rng, machine)` and `random_case(seed)` draw from a
`random.Random`, because thousands of pairs are needed and hypothesis is too slow for all of them. The hypothesis
strategies below hand the same functions a `random.Random` whose draws hypothesis controls, so a failure found by them
shrinks.

Machines cover every key from its lower bound up. Programs have loops on results of every unit, carry chains, barriers,
unequal exits, bank conflicts, broadcasts and, in a minority, each kind of trap. Machines with a mask stack also get
structured divergence (if, if-else, while, break, early exit), some of it nested deeper than the stack, and its misuse;
machines whose lanes jump each for itself get the same with ordinary jumps (`tests.generators.lane_jumps`);
those with explicit masks get scalar registers (`tests.generators.explicit`). One machine in five issues bundles
(`tests.generators.bundles`). Most machines that can have a register file with banks do.
What came after seeds had been chosen for their cases is drawn for cases with *extras* alone, so that these seeds keep
theirs; half of what hypothesis draws are such.
`random_case` and `random_device_case` combine what machines could combine when their seeds were chosen, `combined_case`
(`tests.generators.combined`) every feature with every other.
`describe(case)` prints a case so that it can be pasted into a test.
"""
