static double f(const double *R p, const double *R start, const double *R none) {
  double ang[5], vel[5], x = start[10], y = start[11], vx = start[12], vy = start[13];
  for (int j = 0; j < 5; j++) ang[j] = start[j], vel[j] = start[5 + j];
  for (int t = 0; t < STEPS; t++) {
    double turn[4], thigh[2], shin[2], ahead[2], below[2], along[2], away[2], push[2], hold[2], fx = 0, fy = 0, sum = 0;
    for (int j = 0; j < 4; j++) turn[j] = p[j] * sin(0.08 * t + p[4 + j]);
    for (int j = 0; j < 4; j++) {
      double a = ang[j + 1];
      if (a > 0.6) turn[j] -= 30 * (a - 0.6);
      else if (a < -0.5) turn[j] += 30 * (-0.5 - a);
    }
    for (int j = 0; j < 4; j++) {
      turn[j] -= 0.4 * vel[j + 1];
      if (turn[j] > 4) turn[j] = 4;
      else if (turn[j] < -4) turn[j] = -4;
    }
    for (int l = 0; l < 2; l++) thigh[l] = ang[0] + ang[l + 1];
    for (int l = 0; l < 2; l++) shin[l] = thigh[l] + ang[l + 3];
    for (int l = 0; l < 2; l++) ahead[l] = 0.5 * (sin(thigh[l]) + sin(shin[l]));
    for (int l = 0; l < 2; l++) below[l] = 0.5 * (cos(thigh[l]) + cos(shin[l]));
    for (int l = 0; l < 2; l++) {
      double wt = vel[0] + vel[l + 1], ws = wt + vel[l + 3];
      along[l] = vx + 0.5 * (wt * cos(thigh[l]) + ws * cos(shin[l]));
      away[l] = vy + 0.5 * (wt * sin(thigh[l]) + ws * sin(shin[l]));
    }
    for (int l = 0; l < 2; l++) {
      double height = y - below[l];
      push[l] = 0;
      if (height < 0) {
        push[l] = -400 * height;
        if (away[l] < 0) push[l] -= 12 * away[l];
      }
    }
    for (int l = 0; l < 2; l++) {
      double most = 0.8 * push[l];
      hold[l] = -20 * along[l];
      if (hold[l] > most) hold[l] = most;
      else if (hold[l] < -most) hold[l] = -most;
    }
    for (int l = 0; l < 2; l++) fx += hold[l], fy += push[l];
    double torso = ang[0], spin = vel[0];
    for (int j = 0; j < 4; j++) {
      int l = j % 2;
      vel[j + 1] += 0.01 * (4 * (turn[j] + 0.5 * (hold[l] * below[l] + push[l] * ahead[l])));
      ang[j + 1] += 0.01 * vel[j + 1];
      sum += turn[j];
    }
    vel[0] = spin - 0.01 * (0.5 * sum + 3 * torso);
    ang[0] = torso + 0.01 * vel[0];
    vx += 0.01 * fx;
    vy += 0.01 * (fy - 9.81);
    x += 0.01 * vx;
    y += 0.01 * vy;
  }
  return 0.5 * ang[0] * ang[0] - x;
}

#ifdef BY_HAND
/* What a step kept: sines, cosines, forces, and which way each branch went, as the slope that it has. */
struct step {
  double wave[4], slope[4], limit[4], st[2], ct[2], ss[2], cs[2], wt[2], ws[2], push[2], hold[2], deep[2], sink[2], grip[2], rub[2];
};

static void df(const double *R p, const double *R start, const double *R none, double *R g) {
  static struct step kept[STEPS];
  const double dt = 0.01;
  double ang[5], vel[5], y = start[11], vx = start[12], vy = start[13];
  for (int j = 0; j < 5; j++) ang[j] = start[j], vel[j] = start[5 + j];
  for (int t = 0; t < STEPS; t++) {
    struct step *k = &kept[t];
    double sum = 0, turn[4], moment[2], fx = 0, fy = 0;
    for (int j = 0; j < 4; j++) {
      double a = ang[j + 1];
      k->wave[j] = sin(0.08 * t + p[4 + j]);
      double own = p[j] * k->wave[j] - 0.4 * vel[j + 1];
      own += a > 0.6 ? -30 * (a - 0.6) : a < -0.5 ? 30 * (-0.5 - a) : 0;
      k->limit[j] = a > 0.6 || a < -0.5 ? 30 : 0;
      k->slope[j] = own > 4 || own < -4 ? 0 : 1;
      turn[j] = own > 4 ? 4 : own < -4 ? -4 : own;
      sum += turn[j];
    }
    for (int l = 0; l < 2; l++) {
      double thigh = ang[0] + ang[l + 1], shin = thigh + ang[l + 3];
      double st = k->st[l] = sin(thigh), ct = k->ct[l] = cos(thigh), ss = k->ss[l] = sin(shin), cs = k->cs[l] = cos(shin);
      double wt = k->wt[l] = vel[0] + vel[l + 1], ws = k->ws[l] = wt + vel[l + 3];
      double along = vx + 0.5 * (wt * ct + ws * cs), away = vy + 0.5 * (wt * st + ws * ss), height = y - 0.5 * (ct + cs);
      k->deep[l] = height < 0 ? -400 : 0;
      k->sink[l] = height < 0 && away < 0 ? -12 : 0;
      double push = k->push[l] = k->deep[l] * height + k->sink[l] * away, hold = -20 * along;
      int most = hold > 0.8 * push, least = hold < -0.8 * push;
      k->rub[l] = most ? 0.8 : least ? -0.8 : 0;
      k->grip[l] = most || least ? 0 : -20;
      hold = k->hold[l] = k->rub[l] * push + k->grip[l] * along;
      moment[l] = 0.25 * (hold * (ct + cs) + push * (st + ss));
      fx += hold, fy += push;
    }
    vel[0] -= dt * (0.5 * sum + 3 * ang[0]);
    ang[0] += dt * vel[0];
    for (int j = 0; j < 4; j++) {
      vel[j + 1] += dt * 4 * (turn[j] + moment[j % 2]);
      ang[j + 1] += dt * vel[j + 1];
    }
    vx += dt * fx;
    vy += dt * (fy - 9.81);
    y += dt * vy;
  }
  double ba[5] = {ang[0], 0, 0, 0, 0}, bv[5] = {0, 0, 0, 0, 0}, bvx = 0, bvy = 0, by = 0;
  for (int j = 0; j < 8; j++) g[j] = 0;
  for (int t = STEPS - 1; t >= 0; t--) {
    const struct step *k = &kept[t];
    bvx -= dt;
    bvy += dt * by;
    bv[0] += dt * ba[0];
    ba[0] -= 3 * dt * bv[0];
    double ba0 = 0, bv0 = 0, bvx1 = 0, bvy1 = 0, by1 = 0, joint[2] = {0, 0}, all = -0.5 * dt * bv[0];
    for (int j = 0; j < 4; j++) {
      bv[j + 1] += dt * ba[j + 1];
      double bj = 4 * dt * bv[j + 1], bt = (bj + all) * k->slope[j];
      joint[j % 2] += bj;
      g[j] += bt * k->wave[j];
      g[4 + j] += bt * p[j] * cos(0.08 * t + p[4 + j]);
      bv[j + 1] -= 0.4 * bt;
      ba[j + 1] -= k->limit[j] * bt;
    }
    for (int l = 0; l < 2; l++) {
      double st = k->st[l], ct = k->ct[l], ss = k->ss[l], cs = k->cs[l], wt = k->wt[l], ws = k->ws[l], m = 0.25 * joint[l];
      double bhold = m * (ct + cs) + dt * bvx, bpush = m * (st + ss) + dt * bvy;
      double bc = m * k->hold[l], bs = m * k->push[l];
      bpush += k->rub[l] * bhold;
      double balong = k->grip[l] * bhold, baway = k->sink[l] * bpush, bheight = k->deep[l] * bpush;
      bc -= 0.5 * bheight;
      double bwt = 0.5 * (balong * ct + baway * st), bws = 0.5 * (balong * cs + baway * ss);
      double bshin = -ss * (bc + 0.5 * balong * ws) + cs * (bs + 0.5 * baway * ws);
      double bthigh = -st * (bc + 0.5 * balong * wt) + ct * (bs + 0.5 * baway * wt) + bshin;
      bvx1 += balong, bvy1 += baway, by1 += bheight;
      ba[l + 3] += bshin, ba[l + 1] += bthigh, ba0 += bthigh;
      bv[l + 3] += bws, bv[l + 1] += bwt + bws, bv0 += bwt + bws;
    }
    ba[0] += ba0, bv[0] += bv0, bvx += bvx1, bvy += bvy1, by += by1;
  }
}
#endif
