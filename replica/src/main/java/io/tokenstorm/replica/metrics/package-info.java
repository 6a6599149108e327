/** What a replica shows at {@code /metrics}, by vLLM's names or SGLang's. Pure. */
@NullMarked
package io.tokenstorm.replica.metrics;

import org.jspecify.annotations.NullMarked;
