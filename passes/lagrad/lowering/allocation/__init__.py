"""Where temporaries get their memory when the code runs."""
