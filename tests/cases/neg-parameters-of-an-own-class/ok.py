from mindspore import mint, nn

from ok_model import Circuit

circuit = Circuit()
optimizer = nn.Adam(circuit.parameters_and_names(), learning_rate=1e-3)
other = mint.optim.Adam(circuit.layer.get_parameters(), lr=1e-3)
