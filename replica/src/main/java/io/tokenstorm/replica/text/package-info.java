/** Text as tokens: a deterministic tokenizer, a chat template, the words of an answer. Pure. */
@NullMarked
package io.tokenstorm.replica.text;

import org.jspecify.annotations.NullMarked;
