#!/usr/bin/env python3
"""Writes a model of the llama architecture with random weights, about half a MB, that llama.cpp serves.

    tiny_model.py FILE

Its tokens are bytes, so that a prompt of n ASCII characters is n tokens (and the one that begins it), and a token of an
answer may be half a character. The weights come from a fixed seed: the same file each time. Needs Debian's python3-gguf.
"""

import sys

import gguf
import numpy as np

WIDTH = 64
LAYERS = 2
HEADS = 4
INNER = 128
CONTEXT = 65536
TYPE = gguf.TokenType

random = np.random.default_rng(20)


def weights(*shape):
    return random.normal(0, 0.05, shape).astype(np.float32)


tokens = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)]
types = [TYPE.UNKNOWN, TYPE.CONTROL, TYPE.CONTROL] + [TYPE.BYTE] * 256
# What a space is to this kind of tokenizer; else it would be three bytes.
tokens.append("\u2581".encode())
types.append(TYPE.NORMAL)

writer = gguf.GGUFWriter(sys.argv[1], "llama")
writer.add_name("tiny")
writer.add_context_length(CONTEXT)
writer.add_embedding_length(WIDTH)
writer.add_block_count(LAYERS)
writer.add_feed_forward_length(INNER)
writer.add_head_count(HEADS)
writer.add_head_count_kv(HEADS)
writer.add_rope_dimension_count(WIDTH // HEADS)
writer.add_layer_norm_rms_eps(1e-5)
writer.add_vocab_size(len(tokens))
writer.add_file_type(gguf.LlamaFileType.ALL_F32)
writer.add_tokenizer_model("llama")
writer.add_tokenizer_pre("default")
writer.add_token_list(tokens)
writer.add_token_scores([0.0] * len(tokens))
writer.add_token_types(types)
writer.add_unk_token_id(0)
writer.add_bos_token_id(1)
writer.add_eos_token_id(2)
writer.add_add_bos_token(True)
writer.add_add_space_prefix(False)
writer.add_chat_template("{% for message in messages %}{{ message['content'] }}{% endfor %}")

writer.add_tensor("token_embd.weight", weights(len(tokens), WIDTH))
for n in range(LAYERS):
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.{n}.{name}.weight", weights(WIDTH, WIDTH))
    writer.add_tensor(f"blk.{n}.ffn_gate.weight", weights(INNER, WIDTH))
    writer.add_tensor(f"blk.{n}.ffn_up.weight", weights(INNER, WIDTH))
    writer.add_tensor(f"blk.{n}.ffn_down.weight", weights(WIDTH, INNER))
    writer.add_tensor(f"blk.{n}.attn_norm.weight", np.ones(WIDTH, np.float32))
    writer.add_tensor(f"blk.{n}.ffn_norm.weight", np.ones(WIDTH, np.float32))
writer.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
writer.add_tensor("output.weight", weights(len(tokens), WIDTH))

writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
