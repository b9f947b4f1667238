"""The types of GGUF tensors: how many elements are quantised together, and the bytes of such a block.

Numbers and names are those of ``enum ggml_type`` in ``ggml/include/ggml.h``; block and type sizes those of
``type_traits`` in ``ggml/src/ggml.c`` over the structures of ``ggml/src/ggml-common.h``
(https://github.com/ggml-org/llama.cpp). ``GGML_QUANT_SIZES`` of the package ``gguf`` says the same, as far as
it goes. A type that ggml has withdrawn is known by its name only: no file may have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """
    :param block: elements of a block; 1 where each stands alone
    :param size: bytes of a block
    """

    name: str
    block: int
    size: int


_TYPES: Final = """
0 F32 1 4
1 F16 1 2
2 Q4_0 32 18
3 Q4_1 32 20
6 Q5_0 32 22
7 Q5_1 32 24
8 Q8_0 32 34
9 Q8_1 32 36
10 Q2_K 256 84
11 Q3_K 256 110
12 Q4_K 256 144
13 Q5_K 256 176
14 Q6_K 256 210
15 Q8_K 256 292
16 IQ2_XXS 256 66
17 IQ2_XS 256 74
18 IQ3_XXS 256 98
19 IQ1_S 256 50
20 IQ4_NL 32 18
21 IQ3_S 256 110
22 IQ2_S 256 82
23 IQ4_XS 256 136
24 I8 1 1
25 I16 1 2
26 I32 1 4
27 I64 1 8
28 F64 1 8
29 IQ1_M 256 56
30 BF16 1 2
34 TQ1_0 256 54
35 TQ2_0 256 66
39 MXFP4 32 17
40 NVFP4 64 36
41 Q1_0 128 18
42 Q2_0 64 18
"""


def _read() -> dict[int, Type]:
    found = {}
    for line in _TYPES.split("\n"):
        if line:
            number, name, block, size = line.split()
            found[int(number)] = Type(name=name, block=int(block), size=int(size))
    return found


#: By the number that a file gives.
TYPES: Final[dict[int, Type]] = _read()
#: What ggml has withdrawn.
GONE: Final[dict[int, str]] = {
    4: "Q4_2",
    5: "Q4_3",
    31: "Q4_0_4_4",
    32: "Q4_0_4_8",
    33: "Q4_0_8_8",
    36: "IQ4_NL_4_4",
    37: "IQ4_NL_4_8",
    38: "IQ4_NL_8_8",
}
