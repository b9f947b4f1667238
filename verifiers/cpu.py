"""What the processor of a host does: reading memory, and the int4 vocabulary projection.

Rates count bytes that have to come from memory, in GB/s of 10^9 bytes.
"""

from __future__ import annotations

from typing import Literal

import int4
import llc

from trueup.measure.sampling import interleave
from trueup.measure.timers import own
from trueup.verifier import Request, Samples, verifier


@verifier("cpu.read_bandwidth", basis="measured")
def read_bandwidth(request: Request, *, threads: int, mib: int = 0, iterations: int = 15) -> Samples:
    """How fast memory can be read: a sum over float32 arrays, not STREAM's triad, which also writes.

    ``numpy.dot`` of each array with itself, one array and one pinned thread a core; GB/s.

    :param mib: size of all arrays together; four times the last-level cache and at least 1 GiB where it is 0
    """
    del request
    reader = llc.Reader(threads=threads, size=(mib or llc.beyond_cache()) << 20)
    return Samples(
        values=[reader.size / seconds / 1e9 for seconds in reader.seconds(iterations)], unit="GB/s"
    )


@verifier("cpu.int4_gemv", basis="measured")
def int4_gemv(
    request: Request,
    *,
    k: int,
    n: int,
    block: int,
    accuracy_level: int,
    threads: int,
    zero_points: bool = False,
    weights: Literal["warm", "rotated"] = "rotated",
    count: Literal["packed", "total"] = "packed",
    read: Literal["rate", "time"] = "rate",
    iterations: int = 20,
) -> Samples:
    """One row through onnxruntime's ``MatMulNBits``, checked against float64; level 4 computes in int8.

    ``k`` is the length of the row, ``n`` of the result; GB/s, or ms of one product.

    :param weights: ``rotated`` goes round copies that exceed the last-level cache four times, as a decode
        step finds them; ``warm`` reads one copy again and again
    :param count: ``packed`` counts the packed weights alone, ``total`` their float32 scales and the zero
        points too
    """
    del request
    product = int4.Product(k=k, n=n, block=block, level=accuracy_level, zero_points=zero_points)
    copies = product.copies(llc.beyond_cache() << 20) if weights == "rotated" else 1
    runner = int4.Runner(product, threads=threads, copies=copies)
    seconds = runner.seconds(iterations)
    if read == "time":
        return Samples(values=[one * 1e3 for one in seconds], unit="ms")
    size = product.packed if count == "packed" else product.total
    return Samples(values=[size / one / 1e9 for one in seconds], unit="GB/s")


@verifier("cpu.gemv_fraction", basis="measured")
def gemv_fraction(
    request: Request,
    *,
    k: int,
    n: int,
    block: int,
    accuracy_level: int,
    threads: int,
    zero_points: bool = False,
    weights: Literal["warm", "rotated"] = "rotated",
    mib: int = 0,
    iterations: int = 15,
) -> Samples:
    """The rate of the projection, packed weights alone, over the rate of reading, both in one run.

    The arms are interleaved, so what a shared machine does to one it does to the other.

    :param weights: as in ``cpu.int4_gemv``
    :param mib: as in ``cpu.read_bandwidth``
    """
    reader = llc.Reader(threads=threads, size=(mib or llc.beyond_cache()) << 20)
    if request.arm == "A/A":
        one, other = interleave(reader.once, reader.once, iterations, timer=own)
        size = reader.size
    else:
        product = int4.Product(k=k, n=n, block=block, level=accuracy_level, zero_points=zero_points)
        copies = product.copies(llc.beyond_cache() << 20) if weights == "rotated" else 1
        runner = int4.Runner(product, threads=threads, copies=copies)
        one, other = interleave(runner.once, reader.once, iterations, timer=own)
        size = product.packed
    return Samples(
        values=[size / seconds / 1e9 for seconds in one],
        unit="GB/s",
        against=[reader.size / seconds / 1e9 for seconds in other],
    )
