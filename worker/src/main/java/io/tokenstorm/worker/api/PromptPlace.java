package io.tokenstorm.worker.api;

/** Stands in a body's fields where the prompt goes. */
public enum PromptPlace {
  /** The prompt's text, as a JSON string. */
  TEXT,
  /** The prompt's token ids, as an array of numbers. */
  TOKEN_IDS
}
