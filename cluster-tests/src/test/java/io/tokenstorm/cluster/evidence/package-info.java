/** What a run leaves, and what must hold of it against the replicas' truth log. */
package io.tokenstorm.cluster.evidence;
