/** The command that brings in what workers still hold of a run whose coordinator was lost. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.collect;
