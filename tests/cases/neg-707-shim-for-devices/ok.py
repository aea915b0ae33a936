"""Names of PyTorch that the project itself translates."""

from ok_devices import prepare, set_context, set_device

set_device("cuda")
prepare("cuda")
set_context(device_target="cpu", mode="GRAPH_MODE")
