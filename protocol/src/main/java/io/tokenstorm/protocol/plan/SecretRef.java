package io.tokenstorm.protocol.plan;

/**
 * Where a secret is found, never the secret: the environment variable that the node which uses it
 * reads.
 *
 * @param variable name of the environment variable
 * @param prefix literal text before the secret, such as {@code "Bearer "}
 */
public record SecretRef(String variable, String prefix) {}
