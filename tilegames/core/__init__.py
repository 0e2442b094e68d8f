"""The generic tile and card core: pieces, deals, phases, scoring. It knows no game and no YAML."""
