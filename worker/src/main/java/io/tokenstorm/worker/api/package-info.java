/** What a request to an API looks like on the wire: body, head, path. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.api;
