"""All programs on memory, by name."""

import memory_of_branches
import memory_of_lanes
import memory_of_loops
import memory_of_updates
import memory_of_views
import memory_passed_on

_ALL = (memory_of_views, memory_of_lanes, memory_of_branches, memory_of_loops, memory_of_updates, memory_passed_on)
PROGRAMS = {name: program for each in _ALL for name, program in each.PROGRAMS.items()}
