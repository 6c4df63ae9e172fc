"""
Checks an unpacked run by the ONNX project's own checker and reference implementation, and Hugging Face's safetensors.
By hand, because it needs Python:

    pip install onnx safetensors numpy
    unzip otter-7.waymark -d otter-7
    python test/interop/check-folder.py otter-7 public/models/waymark-be43248c
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator
from safetensors.numpy import load_file

folder, base_folder = Path(sys.argv[1]), Path(sys.argv[2])

model = onnx.load(folder / "onnx/model.onnx")
onnx.checker.check_model(model, full_check=True)
onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
print(f"onnx {onnx.__version__}: full check and strict shape inference passed, {len(model.graph.node)} nodes")

config = json.loads((folder / "config.json").read_text())
tokens = np.array([[1, 3, 20, 21, 22, 23, 24, 25]], dtype=np.int64)
head_size = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
empty = np.zeros((1, config["num_key_value_heads"], 0, head_size), dtype=np.float32)
cache = {
    f"past_key_values.{layer}.{part}": empty
    for layer in range(config["num_hidden_layers"])
    for part in ("key", "value")
}
positions = np.arange(tokens.shape[1], dtype=np.int64)[None]
inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "position_ids": positions, **cache}
(logits,) = ReferenceEvaluator(model).run(["logits"], inputs)
print(f"onnx.reference computes logits {logits.shape}, the largest {np.abs(logits).max():.3f}")

adapter_config = json.loads((folder / "adapter/adapter_config.json").read_text())
scale = adapter_config["lora_alpha"] / adapter_config["r"]
merged = load_file(folder / "model.safetensors")
base = load_file(base_folder / "model.safetensors")
adapter = load_file(folder / "adapter/adapter_model.safetensors")
changed, largest = 0, 0.0
for name, weight in merged.items():
    stem = f"base_model.model.{name.removesuffix('.weight')}"
    expected = base[name].astype(np.float64)
    if f"{stem}.lora_A.weight" in adapter:
        a, b = (adapter[f"{stem}.lora_{matrix}.weight"].astype(np.float64) for matrix in "AB")
        expected = expected + scale * (b @ a)
        changed += 1
    largest = max(largest, float(np.abs(weight - expected).max()))
print(f"{len(merged)} tensors, {changed} changed by the adapter; at most {largest:.2e} from W + (alpha / r) B A")
