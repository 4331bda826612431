"""Encodes the names on stdin (one a line) with sentence-transformers.

Called by examples/encoder_speed.rs. Writes the vectors, f32 in the machine's byte order, to the
file named by the second argument, and the seconds taken to stdout.
"""

import sys
import time

import sentence_transformers

model = sentence_transformers.SentenceTransformer(sys.argv[1], device="cpu")
names = sys.stdin.buffer.read().decode().split("\n")
model.encode(names[:64], batch_size=32, normalize_embeddings=True)
start = time.perf_counter()
vectors = model.encode(names, batch_size=32, normalize_embeddings=True, show_progress_bar=False)
seconds = time.perf_counter() - start
vectors.astype("float32").tofile(sys.argv[2])
print(seconds)
