/** How a command ends: exit codes, and failures that a user can act on. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.exit;
