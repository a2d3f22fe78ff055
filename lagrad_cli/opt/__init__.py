"""The work of `lagrad-opt`: its flags, its pipeline, and what it prints about them."""
