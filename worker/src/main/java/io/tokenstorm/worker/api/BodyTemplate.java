package io.tokenstorm.worker.api;

/**
 * A request body but for its prompt: what stands before the prompt's text and what after it, as
 * JSON in UTF-8. The prompt goes between, already escaped.
 *
 * @param before ends inside the quotes of the prompt's string
 * @param after begins with the closing quote
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; handed to the socket as it is
public record BodyTemplate(byte[] before, byte[] after) {}
