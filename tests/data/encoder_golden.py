"""Writes encoder_golden.json: what sentence-transformers makes of a few texts.

    python tests/data/encoder_golden.py MODEL_DIR > tests/data/encoder_golden.json

MODEL_DIR is the complete folder of all-MiniLM-L6-v2 (with modules.json). A vector
is recorded by its first 8 components and by its dot products with 4 fixed
patterns, so that every one of the 384 components is checked by a small file.
"""

import json
import sys

import sentence_transformers

TEXTS = [
    "Brazil",
    "brazil",
    "Hedwig and the Angry Inch",
    "John Cameron Mitchell",
    "Chlotrudis Award for Best Actor",
    "directed_by",
    "release_year",
    "Beyoncé Knowles",
    "São Paulo",
    "Ångström",
    "東京都",
    "Владимир Набоков",
    "naïve café — “quoted”",
    "A.C. Milan vs. F.C. Internazionale (2–1)",
    "who directed the film that won the award in 2002?",
    "How many gold medals did the nation ranked third win, and in which year did it host the games?",
    "x",
    "",
    "   leading and trailing spaces   ",
    "[MASK] and [SEP] are special",
    "emoji 🎬 film",
    "supercalifragilisticexpialidocious " * 3,
    "the tail of a text beyond the model's 256 tokens is not read " * 40,
]


def pattern(k, i):
    return ((i * (2 * k + 3) + k) % 17 - 8) / 8


def main():
    model = sentence_transformers.SentenceTransformer(sys.argv[1], device="cpu")
    records = []
    for text in TEXTS:
        vector = [float(x) for x in model.encode([text], normalize_embeddings=True)[0]]
        dots = [sum(pattern(k, i) * x for i, x in enumerate(vector)) for k in range(4)]
        records.append(
            {
                "text": text,
                "first": [round(x, 8) for x in vector[:8]],
                "dots": [round(x, 7) for x in dots],
            }
        )
    by = f"sentence-transformers {sentence_transformers.__version__}"
    print(json.dumps({"by": by, "texts": records}, ensure_ascii=False, indent=1))


main()
