package io.tokenstorm.worker.client;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.Connection;
import akka.http.javadsl.model.headers.RawHeader;
import akka.util.ByteString;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.worker.api.BodyTemplate;
import io.tokenstorm.worker.api.HeadTemplate;
import io.tokenstorm.worker.loop.TlsClient;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One base URL of a route, as the slots that speak to it need it: address, TLS, the form of its
 * requests. Whether it is asked for usage is settled once for all of them. Thread-safe.
 */
public final class Target {
  private static final Logger LOG = LoggerFactory.getLogger(Target.class);

  private final URI url;
  private final HostAddress address;
  private final @Nullable TlsClient tls;
  private final HeadTemplate head;
  private final BodyTemplate body;
  private final BodyTemplate bodyWithoutUsage;
  private final AtomicBoolean usageRefused = new AtomicBoolean();

  Target(
      URI url,
      HostAddress address,
      @Nullable TlsClient tls,
      HeadTemplate head,
      BodyTemplate body,
      BodyTemplate bodyWithoutUsage) {
    this.url = url;
    this.address = address;
    this.tls = tls;
    this.head = head;
    this.body = body;
    this.bodyWithoutUsage = bodyWithoutUsage;
  }

  HostAddress address() {
    return address;
  }

  @Nullable TlsClient tls() {
    return tls;
  }

  /** The whole request, ready for one gathering write. */
  ByteBuffer[] request(Prompt prompt, String requestId) {
    BodyTemplate form = usageRefused.get() ? bodyWithoutUsage : body;
    long length = (long) form.before().length + prompt.length() + form.after().length;
    return new ByteBuffer[] {
      ByteBuffer.wrap(head.render(length, requestId)),
      ByteBuffer.wrap(form.before()),
      ByteBuffer.wrap(prompt.shared()),
      ByteBuffer.wrap(prompt.own()),
      ByteBuffer.wrap(form.after())
    };
  }

  /** The same request for Akka HTTP, which frames it itself. */
  HttpRequest akkaRequest(Prompt prompt, String requestId) {
    BodyTemplate form = usageRefused.get() ? bodyWithoutUsage : body;
    ByteString whole =
        ByteString.fromArrayUnsafe(form.before())
            .concat(ByteString.fromArrayUnsafe(prompt.shared()))
            .concat(ByteString.fromArrayUnsafe(prompt.own()))
            .concat(ByteString.fromArrayUnsafe(form.after()));
    HttpRequest request =
        HttpRequest.POST(head.path())
            .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, whole))
            .addHeader(RawHeader.create("x-request-id", requestId));
    for (Map.Entry<String, String> field : head.fields().entrySet()) {
      request = request.addHeader(akkaHeader(field.getKey(), field.getValue()));
    }
    return request;
  }

  /** Akka HTTP drops a raw field that frames the connection. */
  private static HttpHeader akkaHeader(String name, String value) {
    return name.equals("connection") ? Connection.create(value) : RawHeader.create(name, value);
  }

  void withoutUsage() {
    if (usageRefused.compareAndSet(false, true)) {
      LOG.warn("{} refuses stream_options: it is no longer asked for usage", url);
    }
  }
}
