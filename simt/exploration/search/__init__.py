"""The search for designs: objectives and samplers."""
