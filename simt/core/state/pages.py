"""The pages in which a storage manager gives global memory to buffers, and by which the engine finds an address."""

PAGE_BYTES = 1024
