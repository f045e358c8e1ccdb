"""The packer (`isa.packing.packer`), which makes bundles from scalar programs, and its parts."""
