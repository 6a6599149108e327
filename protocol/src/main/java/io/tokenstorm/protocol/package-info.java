/**
 * What two nodes must agree on, one package for each matter. It knows nothing else of the project.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol;
