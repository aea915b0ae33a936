# also: MSL710
"""Settings that MindSpore warns of."""

import mindspore as ms
from mindspore import context

ms.set_context(mode=ms.GRAPH_MODE)  # ok: it says nothing of this one
ms.set_context(device_target="CPU", device_id=0)  # error: MSL710@16, MSL710@37
context.set_context(save_graphs=True)  # error: MSL710
context.set_context(check_bprop=True)  # ok: only to be deprecated some day
context.set_context(enable_sparse=True)  # error: MSL710
context.set_context(enable_graph_kernel=True)  # error: MSL710
ms.set_context(precision_mode="force_fp32")  # error: MSL701
settings = {"mode": ms.GRAPH_MODE, "pynative_synchronize": True}  # error: MSL710
ms.set_context(**settings)
