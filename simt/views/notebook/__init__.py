"""Results, programs and machines as shown in a notebook."""
