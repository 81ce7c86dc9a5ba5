#!/usr/bin/python3
"""What kinds of figures are drawn with: none of these is a kind."""
