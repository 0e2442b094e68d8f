"""Pictures of what a seat knows: text for the terminal (:mod:`tilegames.render.text`)."""
