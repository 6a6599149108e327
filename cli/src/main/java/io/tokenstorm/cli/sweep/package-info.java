/** Plans that start servers: shown, run and reported from the command line. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.sweep;
