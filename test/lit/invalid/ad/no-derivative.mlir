// A function that says why it has no derivative is refused with that, called or asked for, in both modes.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func private @g(%x: f64) -> f64 attributes {
  lagrad.custom_pullback = @g_pullback, lagrad.custom_pushforward = @g_pushforward,
  lagrad.no_derivative = ["it has a kink", "take @h"]} {
  return %x : f64
}
func.func private @g_pullback(f64, f64) -> f64
func.func private @g_pushforward(f64, f64) -> f64
// expected-note @unknown {{take @h}}
// expected-note @below {{it is active: it depends on this, argument 0 of @f, which 'wrt' lists}}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'func.call': it has a kink}}
  %0 = func.call @g(%x) : (f64) -> f64
  // expected-note @below {{and its value reaches result 0 of @f}}
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// -----

func.func private @g(%x: f64) -> f64 attributes {
  lagrad.custom_pullback = @g_pullback, lagrad.custom_pushforward = @g_pushforward,
  lagrad.no_derivative = ["it has a kink", "take @h"]} {
  return %x : f64
}
func.func private @g_pullback(f64, f64) -> f64
func.func private @g_pushforward(f64, f64) -> f64
// Where no derivative flows through it, it is no error.
func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = func.call @g(%x) : (f64) -> f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [1]}

// -----

// expected-note @unknown {{take @h}}
// expected-error @below {{cannot differentiate @g: it has a kink}}
func.func private @g(%x: f64) -> f64 attributes {
  lagrad.custom_pullback = @g_pullback, lagrad.custom_pushforward = @g_pushforward,
  lagrad.no_derivative = ["it has a kink", "take @h"]} {
  return %x : f64
}
func.func private @g_pullback(f64, f64) -> f64
func.func private @g_pushforward(f64, f64) -> f64
func.func private @dg(f64, f64) -> f64 attributes {lagrad.pushforward = @g}

// -----

// expected-note @unknown {{take @h}}
// expected-error @below {{cannot differentiate @g: it has a kink}}
func.func private @g(%x: f64) -> f64 attributes {
  lagrad.custom_pullback = @g_pullback, lagrad.custom_pushforward = @g_pushforward,
  lagrad.no_derivative = ["it has a kink", "take @h"]} {
  return %x : f64
}
func.func private @g_pullback(f64, f64) -> f64
func.func private @g_pushforward(f64, f64) -> f64
func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}

// -----

// expected-error @below {{'lagrad.no_derivative' is said of functions, by two texts: why, and what to do; not by }}
func.func @g(%x: f64) -> f64 attributes {lagrad.no_derivative = "it has a kink"} {
  return %x : f64
}
