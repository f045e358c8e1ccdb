"""The parts of the packer (`isa.packing.packer`): effects, value ranges, dependences, bounds, scheduling, loops."""
