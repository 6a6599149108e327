package io.tokenstorm.protocol.tls;

/**
 * A connection that did not come about because one side does not accept the other.
 *
 * @param outgoing whether this node dialled
 * @param definite whether it would fail again: certificates, not a broken connection
 * @param text who, why and what to do
 */
public record TlsRefusal(boolean outgoing, boolean definite, String text) {}
