/** Executables that stand for vLLM and SGLang: their options, logs, failures and counts. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.stub;
