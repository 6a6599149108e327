package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.form.AnswerForm;
import io.tokenstorm.replica.form.OllamaForm;
import io.tokenstorm.replica.form.ResponsesForm;
import io.tokenstorm.replica.form.SglangForm;
import io.tokenstorm.replica.form.TgiForm;

/** The APIs that a replica answers. */
enum SpokenApi {
  CHAT,
  COMPLETIONS,
  RESPONSES,
  SGLANG,
  TGI,
  TGI_STREAM,
  OLLAMA_CHAT,
  OLLAMA_GENERATE;

  /** Whether answers have the form of OpenAI's older APIs. */
  boolean openAi() {
    return this == CHAT || this == COMPLETIONS;
  }

  /** The form of its answers; not for OpenAI's older APIs, which have wires of their own. */
  AnswerForm form() {
    return switch (this) {
      case RESPONSES -> new ResponsesForm();
      case SGLANG -> new SglangForm();
      case TGI, TGI_STREAM -> new TgiForm();
      case OLLAMA_CHAT, OLLAMA_GENERATE -> new OllamaForm(this == OLLAMA_CHAT);
      case CHAT, COMPLETIONS -> throw new IllegalStateException(this + " has wires of its own");
    };
  }
}
