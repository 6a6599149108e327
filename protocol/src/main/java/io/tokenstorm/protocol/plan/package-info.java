/** The values of a plan, as both sides hold them: complete, validated, free of secrets. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.plan;
