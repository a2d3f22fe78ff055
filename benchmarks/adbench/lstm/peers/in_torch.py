"""LSTM in PyTorch."""

import torch

from ..inputs import LstmInput, arguments


def program(given: LstmInput, variant: str):
    main, extra, state, sequence = map(torch.as_tensor, arguments(given))
    parameters = [main.requires_grad_(), extra.requires_grad_()]

    def objective(main, extra):
        hidden, cell = [list(part) for part in state.unbind(1)]
        elements, outputs = sequence[:-1] * extra[0], []
        for x in elements:
            for i, (weight, bias) in enumerate(main):
                forget = torch.sigmoid(x * weight[0] + bias[0])
                ingate = torch.sigmoid(hidden[i] * weight[1] + bias[1])
                outgate = torch.sigmoid(x * weight[2] + bias[2])
                cell[i] = cell[i] * forget + ingate * torch.tanh(hidden[i] * weight[3] + bias[3])
                x = hidden[i] = outgate * torch.tanh(cell[i])
            outputs.append(x)
        prediction = torch.stack(outputs) * extra[1] + extra[2]
        gains = sequence[1:] * (prediction - torch.log(2 + prediction.exp().sum(1, keepdim=True)))
        return -gains.sum() / sequence[1:].numel()

    def gradient(*parameters):
        return torch.autograd.grad(objective(*parameters), parameters)

    return (
        objective,
        gradient,
        parameters,
        lambda value: (value.numpy(),),
        lambda parts: tuple(p.numpy() for p in parts),
    )
