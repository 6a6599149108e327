/** Where this process's log goes. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.log;
