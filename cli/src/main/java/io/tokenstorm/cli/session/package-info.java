/** What several commands do alike: a run in this process, watching one, showing a result. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.session;
