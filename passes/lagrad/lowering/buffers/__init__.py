"""Copies that nobody needs, and temporaries that share memory or leave loops."""
