/** What a whole run needs: a cluster in this process or in several, and plans for it. */
package io.tokenstorm.cluster.scene;
