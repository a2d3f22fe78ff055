// Gradient descent on a loss that is written in MLIR: its derivative is a C++ function in loss.hpp, and in C in loss.h.
#include <array>
#include <cstdio>

#include "loss.hpp"

int main() {
  const double A[3][3] = {{2, 0, 0}, {0, 1, 0}, {0, 1, 1}};
  const std::array b{-2.0, -1.0, -3.0};
  std::array x{0.0, 0.0, 0.0};
  double value = 0;
  for (int step = 0; step < 200; ++step) {
    auto [loss, gradient] = lagrad::loss_gradient(A, x, b);
    for (int i = 0; i < 3; ++i) x[i] -= 0.1 * gradient[i];
    value = loss;
  }
  std::printf("x = %.3f %.3f %.3f, loss = %.3f\n", x[0], x[1], x[2], value);
}
