"""What loops record, as it lies in memory and as it is moved: passes over finished derivatives."""
