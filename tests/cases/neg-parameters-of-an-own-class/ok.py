from mindspore import mint, nn

from ok_model import Model

model = Model()
optimizer = nn.Adam(model.parameters_and_names(), learning_rate=1e-3)
other = mint.optim.Adam(model.get_parameters(), lr=1e-3)
