from __future__ import annotations
class Symbols:
    def __init__(self, launch): pass
    def address(self, pc): return None
    def trip_count(self, n): return ""
