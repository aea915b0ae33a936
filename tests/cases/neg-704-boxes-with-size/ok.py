import mindspore as ms
import numpy as np

from ok_boxes import Boxes, Device

boxes = Boxes(ms.Tensor(np.ones((3, 4)), ms.float32))
print(boxes.size(0), boxes.cpu().relu(), boxes.to("cuda"), Device().is_cuda)
