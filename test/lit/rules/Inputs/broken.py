from lagrad.rules import partials

partials("toy.f")
