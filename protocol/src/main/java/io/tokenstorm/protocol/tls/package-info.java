/**
 * Who may speak on the cluster's connections: certificates read from a folder, mutual TLS for
 * Akka's remoting, and a plain word on both sides when a connection is refused. Issues nothing.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.tls;
