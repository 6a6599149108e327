/** The instrument's verdict on itself, against what the replicas saw. */
package io.tokenstorm.cluster.health;
