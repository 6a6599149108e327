/**
 * What answers look like in the APIs beside OpenAI's chat and completions: text only, no sockets.
 */
@NullMarked
package io.tokenstorm.replica.form;

import org.jspecify.annotations.NullMarked;
