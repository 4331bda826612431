"""The peer of the `vectors` benchmark: faiss on the same vectors and queries.

Called by the benchmark with a folder that holds vectors.f32 and queries.f32 (rows of 384
floats) and a number of threads. Needs `pip install faiss-cpu numpy`; says so and ends when
they are missing. Every index is tuned until it reaches a recall@10 of 0.99.
"""

import sys
import time

try:
    import faiss
    import numpy as np
except ImportError:
    print("faiss: skipped (pip install faiss-cpu numpy)")
    sys.exit(0)

K, DIMENSIONS, ENOUGH = 10, 384, 0.99
IP = faiss.METRIC_INNER_PRODUCT


def main(folder, most_threads):
    load = lambda name: np.fromfile(f"{folder}/{name}.f32", np.float32).reshape(-1, DIMENSIONS)
    vectors, queries = load("vectors"), load("queries")
    flat = faiss.IndexFlatIP(DIMENSIONS)
    flat.add(vectors)
    truth = flat.search(queries, K)[1]

    def measure(index):
        times, hits = [], 0
        index.search(queries[:1], K)
        before = time.process_time()
        for query, expected in zip(queries, truth):
            start = time.perf_counter()
            found = index.search(query[None], K)[1][0]
            times.append((time.perf_counter() - start) * 1e3)
            hits += len(set(found) & set(expected))
        cpu = (time.process_time() - before) / len(times) * 1e3
        times.sort()
        at = lambda share: times[int((len(times) - 1) * share)]
        return hits / truth.size, cpu, at(0.05), at(0.5), at(0.95)

    def report(what, index):
        for threads in sorted({1, most_threads}, reverse=True):
            faiss.omp_set_num_threads(threads)
            recall, *times = measure(index)
            shown = " ".join(f"{milliseconds:>9.2f}" for milliseconds in times)
            print(f"{what:<44} {threads:>7} {recall:>9.4f} {shown}", flush=True)

    def tuned(what, index, parameter, values):
        """The first value that reaches the recall, or the last one."""
        faiss.omp_set_num_threads(most_threads)
        space = faiss.ParameterSpace()
        for value in values:
            space.set_index_parameter(index, parameter, value)
            if measure(index)[0] >= ENOUGH:
                break
        report(f"faiss {what}, {parameter} {value}", index)

    faiss.omp_set_num_threads(1)
    report("faiss IndexFlatIP", flat)
    for what, kind in [("SQ8", faiss.ScalarQuantizer.QT_8bit), ("SQfp16", faiss.ScalarQuantizer.QT_fp16)]:
        index = faiss.IndexScalarQuantizer(DIMENSIONS, kind, IP)
        index.train(vectors[:50_000])
        index.add(vectors)
        report(f"faiss {what}", index)
        if kind == faiss.ScalarQuantizer.QT_8bit:
            refined = faiss.IndexRefine(index, flat)
            refined.k_factor = 4
            report("faiss SQ8, 40 ranked again by floats", refined)

    for spec in ["SQ4", "PQ192x4fs", "PQ96x4fs", "RaBitQ"]:
        try:
            index = faiss.index_factory(DIMENSIONS, spec, IP)
        except RuntimeError as error:
            print(f"faiss {spec}: not in this version ({str(error).splitlines()[-1]})")
            continue
        index.train(vectors[:50_000])
        index.add(vectors)
        refined = faiss.IndexRefine(index, flat)
        for factor in [4, 7, 15, 30, 60, 120]:
            refined.k_factor = factor
            if measure(refined)[0] >= ENOUGH:
                break
        report(f"faiss {spec}, {factor * K} ranked again by floats", refined)

    lists = max(16, int(1.5 * len(vectors) ** 0.5))
    probes = [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512]
    for kind in ["Flat", "SQ8", "SQfp16"]:
        start = time.time()
        index = faiss.index_factory(DIMENSIONS, f"IVF{lists},{kind}", IP)
        index.train(vectors[: lists * 64])
        index.add(vectors)
        print(f"faiss IVF{lists},{kind} built in {time.time() - start:.0f} s")
        tuned(f"IVF{lists},{kind}", index, "nprobe", [p for p in probes if p <= lists])
        if kind == "SQ8":
            refined = faiss.IndexRefine(index, flat)
            refined.k_factor = 4
            tuned(f"IVF{lists},SQ8 + floats", refined, "nprobe", [p for p in probes if p <= lists])

    if len(sys.argv) > 3 and sys.argv[3] == "--hnsw":
        start = time.time()
        index = faiss.IndexHNSWFlat(DIMENSIONS, 32, IP)
        index.hnsw.efConstruction = 128
        index.add(vectors)
        print(f"faiss HNSW32 built in {time.time() - start:.0f} s")
        tuned("HNSW32", index, "efSearch", [64, 128, 256, 512, 1024, 2048])


main(sys.argv[1], int(sys.argv[2]))
