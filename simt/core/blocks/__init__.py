"""The blocks of the FPGA paper's figure 3, a file each."""
