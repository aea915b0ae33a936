"""Settings that MindSpore does not know, or knows no more."""

import mindspore as ms
from mindspore import context

ms.set_context(mode=ms.GRAPH_MODE, device_target="CPU", max_call_depth=100)  # ok: known
ms.set_context(mode=ms.GRAPH_MODE, enable_task_sink=True)  # error: MSL701@36
ms.set_context(save_graphs=False, save_dump_path=".")  # error: MSL701@35
context.set_context(mode=context.GRAPH_MODE, precision_mode="allow_fp32_to_fp16")  # error: MSL701
context.set_context(ascend_config={"precision_mode": "force_fp32"})  # ok: goes in here
ms.set_context(memory_offload="ON")  # error: MSL701
ms.set_context(jit_config={"jit_level": "O0"})  # ok: known

settings = {"mode": ms.GRAPH_MODE, "device_targt": "CPU"}  # error: MSL701
ms.set_context(**settings)

ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True, device_num=8)  # ok: known
ms.set_auto_parallel_context(mirror_mean=True)  # error: MSL701
context.set_auto_parallel_context(strategy_ckpt_config={"load_file": "a.ckpt"})  # ok: known
ms.set_device("CPU", id=0)  # error: MSL701


def configure(**options):
    ms.set_context(mode=ms.PYNATIVE_MODE, **options)  # ok: which ones is not known


def old_or_new():
    try:
        ms.set_context(memory_offload="ON")  # ok: falls back
    except ValueError:
        ms.set_context(mode=ms.PYNATIVE_MODE)
