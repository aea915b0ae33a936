import mindnlp

load = mindnlp.load
