package io.tokenstorm.worker.api;

/**
 * A request body but for its prompt: what stands before the prompt and what after it, as JSON in
 * UTF-8. The prompt goes between: text already escaped, or token ids with commas between them.
 *
 * @param before ends inside the quotes of the prompt's string, or after the array's bracket
 * @param after begins with the closing quote or bracket
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; handed to the socket as it is
public record BodyTemplate(byte[] before, byte[] after) {}
