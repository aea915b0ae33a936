from ok_norm import RunningNorm

norm = RunningNorm(4)
norm.momentum = 0.97
norm.eps = 1e-3
for cell in [norm]:
    if isinstance(cell, RunningNorm):
        cell.momentum = 0.98
