"""The sums of the rows of a matrix, a row for each work-item."""

from simt.lang import Global, f32, global_id, kernel

COLUMNS = 12


@kernel
def rows(x: Global[f32], total: Global[f32]):
    row = global_id()
    result = f32(0.0)
    for column in range(COLUMNS):
        result = result + x[row * COLUMNS + column]  # neighbours read words that are 12 words apart
    total[row] = result
