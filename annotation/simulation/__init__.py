"""Simulated participants: how they decide, and how they walk through the real interface."""
