/**
 * What becomes of one request: reads the answer's body, keeps its instants, decides its outcome and
 * writes its record. Pure; the same for every HTTP engine.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.answer;
