/** Reading, changing and writing plans: from a user's YAML to a complete plan and back. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.plan;
