"""The parts of the packer (`isa.packer`): effects, value ranges, dependences, bounds, scheduling, loops."""
