"""The same functions in PyTorch."""

from __future__ import annotations

import torch


def bgd(p, x, y, *, steps, **_):
    w = torch.zeros(())
    for _ in range(steps):
        d = (2 * x * (y - x * w)).sum() / len(x)
        if d < 1e-3:
            break
        w = w - p[0] * d
    return ((y - x * w) ** 2).sum().sqrt() / len(x)


def brachistochrone(p, *, n, **_):
    v = torch.sqrt(19.62 * p)
    return (torch.sqrt((1.0 / n) ** 2 + (p[1:] - p[:-1]) ** 2) / (0.5 * (v[1:] + v[:-1]))).sum()


def cartpole(p, start, *, steps, **_):
    s, cost, stands = start, torch.zeros(()), True
    for _ in range(steps):
        force = 10 * torch.tanh(p[:4] @ s + p[4])
        sin, cos = torch.sin(s[2]), torch.cos(s[2])
        temp = (force + 0.05 * s[3] ** 2 * sin) / 1.1
        dw = (9.8 * sin - cos * temp) / (0.5 * (4 / 3 - 0.1 * cos**2 / 1.1))
        s = s + 0.02 * torch.stack([s[1], temp - 0.05 * dw * cos / 1.1, s[3], dw])
        stands = stands and abs(s[2]) < 0.2095
        if stands:
            cost = cost + s[2] ** 2 + 0.1 * s[0] ** 2
    return cost


def hmc(p, x, y, **_):
    z = x @ p
    return p @ p / 2000 + ((1 - y) * z + torch.log(1 + torch.exp(-z))).sum()


def hookean(p, k, **_):
    d = p[1:] - p[:-1]
    return (0.5 * k * (torch.sqrt((d * d).sum(1)) - 0.7) ** 2).sum()


def walker(p, start, *, steps, **_):
    dt, hips = 0.01, torch.tensor([0, 1, 0, 1])
    ang, vel, x, y, vx, vy = start[:5], start[5:10], start[10], start[11], start[12], start[13]
    for t in range(steps):
        turn = p[:4] * torch.sin(0.08 * t + p[4:])
        a = ang[1:]
        turn = turn - 30 * torch.relu(a - 0.6) + 30 * torch.relu(-0.5 - a)
        turn = torch.clip(turn - 0.4 * vel[1:], -4, 4)
        thigh = ang[0] + ang[1:3]
        shin = thigh + ang[3:]
        ahead = 0.5 * (torch.sin(thigh) + torch.sin(shin))
        below = 0.5 * (torch.cos(thigh) + torch.cos(shin))
        wt = vel[0] + vel[1:3]
        ws = wt + vel[3:]
        along = vx + 0.5 * (wt * torch.cos(thigh) + ws * torch.cos(shin))
        away = vy + 0.5 * (wt * torch.sin(thigh) + ws * torch.sin(shin))
        height = y - below
        push = torch.where(height < 0, -400 * height - 12 * torch.clip(away, max=0.0), 0.0)
        hold = torch.clip(-20 * along, -0.8 * push, 0.8 * push)
        moment = 0.5 * (hold * below + push * ahead)[hips]
        joints = vel[1:] + dt * 4 * (turn + moment)
        spin = vel[0] - dt * (0.5 * turn.sum() + 3 * ang[0])
        vel = torch.cat([spin[None], joints])
        vx, vy = vx + dt * hold.sum(), vy + dt * (push.sum() - 9.81)
        ang, x, y = ang + dt * vel, x + dt * vx, y + dt * vy
    return 0.5 * ang[0] ** 2 - x
