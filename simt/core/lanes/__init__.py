"""What a lane computes, a file per unit."""
