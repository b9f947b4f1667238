"""Build what the page on checkpoints reads: two configurations, and one small model in two formats.

* `qwen14b.config.json`: the configuration of Qwen2.5-14B as it is published, the model of the placement page.
* `small/`: a decoder of the same layout that is small enough to commit, in two safetensors files with their
  index, and its configuration.
* `small.q4_0.gguf`: the same decoder as llama.cpp would quantise it: matrices in Q4_0, the table and the
  projection in Q8_0, norms and biases in F32.

All weights are zeros: only headers are read. The files are written by the libraries of their formats, and are
the same on every machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES
from safetensors import TensorSpec, serialize_file

FOLDER: Final = Path(__file__).resolve().parent.parent / "claims" / "inputs"

COMMON: Final[dict[str, Any]] = {
    "architectures": ["Qwen2ForCausalLM"],
    "attention_dropout": 0.0,
    "hidden_act": "silu",
    "initializer_range": 0.02,
    "model_type": "qwen2",
    "rms_norm_eps": 1e-06,
    "rope_theta": 1000000.0,
    "sliding_window": None,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
    "use_cache": True,
    "use_sliding_window": False,
}
QWEN14B: Final = {
    **COMMON,
    "bos_token_id": 151643,
    "eos_token_id": 151645,
    "hidden_size": 5120,
    "intermediate_size": 13824,
    "max_position_embeddings": 32768,
    "max_window_layers": 70,
    "num_attention_heads": 40,
    "num_hidden_layers": 48,
    "num_key_value_heads": 8,
    "vocab_size": 152064,
}
SMALL: Final = {
    **COMMON,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "hidden_size": 64,
    "intermediate_size": 192,
    "max_position_embeddings": 2048,
    "max_window_layers": 2,
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 2,
    "vocab_size": 256,
}
#: What llama.cpp calls the tensors outside the layers, and those of a layer.
OUTSIDE: Final = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
LAYER: Final = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def tensors(config: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """The shapes of a decoder's tensors by name, as its configuration has them."""
    hidden, vocabulary, inner = config["hidden_size"], config["vocab_size"], config["intermediate_size"]
    keys = hidden // config["num_attention_heads"] * config["num_key_value_heads"]
    layer: dict[str, tuple[int, ...]] = {
        "input_layernorm.weight": (hidden,),
        "self_attn.q_proj.weight": (hidden, hidden),
        "self_attn.q_proj.bias": (hidden,),
        "self_attn.k_proj.weight": (keys, hidden),
        "self_attn.k_proj.bias": (keys,),
        "self_attn.v_proj.weight": (keys, hidden),
        "self_attn.v_proj.bias": (keys,),
        "self_attn.o_proj.weight": (hidden, hidden),
        "post_attention_layernorm.weight": (hidden,),
        "mlp.gate_proj.weight": (inner, hidden),
        "mlp.up_proj.weight": (inner, hidden),
        "mlp.down_proj.weight": (hidden, inner),
    }
    found: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (vocabulary, hidden)}
    for number in range(config["num_hidden_layers"]):
        found |= {f"model.layers.{number}.{name}": shape for name, shape in layer.items()}
    return found | {"model.norm.weight": (hidden,), "lm_head.weight": (vocabulary, hidden)}


def write_sharded(folder: Path) -> None:
    """The small decoder in bfloat16: the table and the first layer in one file, the rest in another."""
    shapes = tensors(SMALL)
    names = [f"model-{number:05}-of-00002.safetensors" for number in (1, 2)]
    where = {name: names[not name.startswith(("model.embed_tokens.", "model.layers.0."))] for name in shapes}
    zeros = np.zeros(max(map(prod, shapes.values())), np.uint16)
    for shard in names:
        specs = {
            name: TensorSpec(
                dtype="bfloat16", shape=shape, data_ptr=zeros.ctypes.data, data_len=2 * prod(shape)
            )
            for name, shape in shapes.items()
            if where[name] == shard
        }
        serialize_file(specs, folder / shard, {"format": "pt"})
    index = {"metadata": {"total_size": 2 * sum(map(prod, shapes.values()))}, "weight_map": where}
    write_json(folder / "model.safetensors.index.json", index)


def write_gguf(path: Path) -> None:
    """The small decoder, quantised."""
    writer = GGUFWriter(path, "qwen2")
    writer.add_name("small")
    writer.add_block_count(SMALL["num_hidden_layers"])
    writer.add_context_length(SMALL["max_position_embeddings"])
    writer.add_embedding_length(SMALL["hidden_size"])
    writer.add_feed_forward_length(SMALL["intermediate_size"])
    writer.add_head_count(SMALL["num_attention_heads"])
    writer.add_head_count_kv(SMALL["num_key_value_heads"])
    writer.add_rope_freq_base(SMALL["rope_theta"])
    writer.add_layer_norm_rms_eps(SMALL["rms_norm_eps"])
    writer.add_token_list([f"<{number}>" for number in range(SMALL["vocab_size"])])
    for name, shape in tensors(SMALL).items():
        kind = _type(name, shape)
        block, size = GGML_QUANT_SIZES[kind]
        zeros = np.zeros((*shape[:-1], shape[-1] // block * size), np.uint8)
        writer.add_tensor(_renamed(name), zeros, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _type(name: str, shape: tuple[int, ...]) -> GGMLQuantizationType:
    if len(shape) == 1:
        return GGMLQuantizationType.F32
    return GGMLQuantizationType.Q8_0 if name in OUTSIDE else GGMLQuantizationType.Q4_0


def _renamed(name: str) -> str:
    if name in OUTSIDE:
        return OUTSIDE[name]
    _, _, number, module = name.split(".", 3)
    module, _, part = module.rpartition(".")
    return f"blk.{number}.{LAYER[module]}.{part}"


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def build(folder: Path) -> None:
    """Write all of it."""
    (folder / "small").mkdir(exist_ok=True)
    write_json(folder / "qwen14b.config.json", QWEN14B)
    write_json(folder / "small" / "config.json", SMALL)
    write_sharded(folder / "small")
    write_gguf(folder / "small.q4_0.gguf")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write what the page on checkpoints reads.")
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder (default: %(default)s)")
    build(parser.parse_args().into)


if __name__ == "__main__":
    main()
