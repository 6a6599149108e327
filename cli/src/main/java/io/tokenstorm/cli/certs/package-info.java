/** A cluster's own certificate authority: made, kept and used as files, without OpenSSL. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.certs;
