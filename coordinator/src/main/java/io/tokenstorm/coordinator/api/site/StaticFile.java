package io.tokenstorm.coordinator.api.site;

import akka.http.javadsl.model.ContentType;
import akka.util.ByteString;

/**
 * One file as it is served.
 *
 * @param bytes its content
 * @param type what it is
 * @param tag changes with the content
 */
record StaticFile(ByteString bytes, ContentType type, String tag) {}
