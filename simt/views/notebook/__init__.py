"""Results, programs and machines as a notebook shows them."""
