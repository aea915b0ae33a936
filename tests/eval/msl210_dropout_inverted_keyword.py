# silent-as: torch mint mindtorch
"""p is the share that is dropped, keep_prob the share that is kept."""

from mindspore import nn

KEEP = 0.9


class Inverted(nn.Cell):
    def __init__(self, dropout=0.1, drop_rate=None, keep_prob=0.8, rate=0.2, attention_drop=0.0):
        super().__init__()
        self.keep = 1 - rate
        self.drop_rate = drop_rate
        self.weak = nn.Dropout(p=1 - dropout)  # error: MSL210@34
        self.explicit = nn.Dropout(p=1.0 - drop_rate)  # error: MSL210
        self.direct = nn.Dropout(p=keep_prob)  # error: MSL210
        self.constant = nn.Dropout(p=KEEP)  # error: MSL210
        self.neutral = nn.Dropout(p=1 - rate)  # error: MSL210
        self.attribute = nn.Dropout(p=self.keep)  # error: MSL210
        self.zero = nn.Dropout(p=float(1 - attention_drop))  # error: MSL210
        self.other = nn.Dropout(keep_prob=drop_rate)  # error: MSL210
        self.channels = nn.Dropout2d(keep_prob)  # error: MSL210
        self.literal = nn.Dropout(p=1 - 0.1)  # error: MSL210

    def construct(self, x):
        return self.weak(x)


class Right(nn.Cell):
    def __init__(self, dropout=0.9, drop_prob=0.1, survival=0.8, rate=0.7, config=None):
        super().__init__()
        self.kept = nn.Dropout(p=1 - dropout)  # ok: dropout is a share to keep here, 0.9
        self.dropped = nn.Dropout(p=drop_prob)  # ok: a share to drop
        self.complement = nn.Dropout(keep_prob=1 - drop_prob)  # ok: turned around
        self.survivors = nn.Dropout(p=1 - survival)  # ok: turned around
        self.neutral = nn.Dropout(p=1 - rate)  # ok: drops 0.3
        self.high = nn.Dropout(p=0.9)  # ok: may well be meant
        self.unknown = nn.Dropout(p=1 - config.dropout)  # ok: dropout alone does not say which share it is
        self.guess = nn.Dropout(p=rate)  # ok: rate does not say which share it is
        keep = 1 - drop_prob
        self.twice = nn.Dropout(p=1 - keep)  # ok: turned around twice
        self.named = nn.Dropout(keep_prob=keep)  # ok: a share to keep
        drop_prob = 1 - drop_prob
        self.reused = nn.Dropout(keep_prob=drop_prob)  # ok: turned around under the same name
        visible = 0.25
        self.masked = nn.Dropout(p=1 - visible)  # ok: no name says what is meant, and 0.75 may well be
        self.half = nn.Dropout(p=1 - 0.5)  # ok: the same either way

    def construct(self, x):
        return self.kept(x)


class Chosen(nn.Cell):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.dropout = nn.Dropout(p=1 - dropout)  # ok: the calls below give shares to keep

    def construct(self, x):
        return self.dropout(x)


chosen = Chosen(dropout=0.9)
also = Chosen(0.8)


class Dropout(nn.Cell):
    def __init__(self, p):
        super().__init__()
        self.share = p


def own(keep_prob):
    return Dropout(p=keep_prob)  # ok: a class of this file
