/** The scenarios: what goes wrong, and what must hold all the same. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.netns.scenario;
