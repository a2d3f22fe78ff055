// Gradient descent on a loss that is written in MLIR: its derivative is a C function in loss.h.
#include <cstdio>

#include "loss.h"

int main() {
  const double A[3][3] = {{2, 0, 0}, {0, 1, 0}, {0, 1, 1}}, b[3] = {-2, -1, -3};
  double x[3] = {0, 0, 0}, value = 0, gradient[3];
  for (int step = 0; step < 200; ++step) {
    if (loss_gradient(&A[0][0], 3, x, b, 3, &value, gradient) != 0) return 1;
    for (int i = 0; i < 3; ++i) x[i] -= 0.1 * gradient[i];
  }
  std::printf("x = %.3f %.3f %.3f, loss = %.3f\n", x[0], x[1], x[2], value);
  return 0;
}
