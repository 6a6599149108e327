/**
 * Serving replicas and a gateway that are simulated, with a log of what really happened: the
 * witness against which the measuring is checked. It knows nothing else of the project.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.replica;
