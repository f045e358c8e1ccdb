"""A program: its words, their encoding, bundles and buffers."""
