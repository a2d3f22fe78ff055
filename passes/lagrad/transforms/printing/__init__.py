"""What is known of a program and its derivative, as remarks: activity, plans, tapes, segments."""
