"""Writes the golden playthroughs anew; read the difference before you commit it."""

from pathlib import Path

import tilegames

SHORT = {"texas-42": {}, "kap-tai-shap": {"players": 3}, "jamaican-partner": {"target": 2},
         "jamaican-cut-throat": {"target": 2}, "gin-rummy": {"target": 20}}

if __name__ == "__main__":
    for name in tilegames.names():
        played = tilegames.load(name, **SHORT.get(name, {})).playout(seed=42)
        (Path(__file__).parent / f"{name}.txt").write_text(str(played), encoding="utf-8")
        print(f"{name}: {len(played)} moves, {played.outcome}")
