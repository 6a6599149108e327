package io.tokenstorm.worker.client;

import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.api.BodyTemplate;
import io.tokenstorm.worker.api.HeadTemplate;
import io.tokenstorm.worker.api.PromptPlace;
import io.tokenstorm.worker.api.RequestForm;
import io.tokenstorm.worker.load.PhaseWork;
import io.tokenstorm.worker.loop.TlsClient;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** The targets of a phase's route. */
public final class Targets {
  private Targets() {}

  /**
   * Makes them.
   *
   * @throws IllegalArgumentException if a secret is missing, a header cannot be sent or a file of
   *     authorities cannot be read
   */
  public static Map<URI, Target> of(PhaseWork work, Executor background) {
    Map<URI, Target> targets = new HashMap<>();
    for (URI url : work.route().targets()) {
      targets.computeIfAbsent(url, u -> target(u, work, background));
    }
    return targets;
  }

  private static Target target(URI url, PhaseWork work, Executor background) {
    RequestSpec request = work.phase().request();
    ApiDialect api = ApiDialect.of(request.api());
    HostAddress address = new HostAddress(url, background);
    TlsClient tls =
        HostAddress.isTls(url)
            ? new TlsClient(work.route().tls(), address.host(), address.port(), background)
            : null;
    HeadTemplate head =
        HeadTemplate.of(url, api, request.stream(), work.route().headers(), work.secrets());
    HeadTemplate asked = work.route().connectionPerRequest() ? head.closing() : head;
    return new Target(
        url, address, tls, asked, body(api, work, request.includeUsage()), body(api, work, false));
  }

  private static BodyTemplate body(ApiDialect api, PhaseWork work, boolean includeUsage) {
    PromptPlace prompt = work.sendsIds() ? PromptPlace.TOKEN_IDS : PromptPlace.TEXT;
    return api.body(new RequestForm(work.model(), work.phase().request(), includeUsage, prompt))
        .template();
  }
}
