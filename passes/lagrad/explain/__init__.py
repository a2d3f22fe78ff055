"""A program and its derivative, explained on one page: `explain` finds what there is to say, `page` writes it down."""

from .explanation import Explanation, explain
from .page import page

__all__ = ["Explanation", "explain", "page"]
