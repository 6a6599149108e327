package io.tokenstorm.replica.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.replica.ReplicaSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class ReplicaAdminIT {
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> call(String method, String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void admin_replicaDownAndUp_reachableAllTheTime() throws Exception {
    try (ReplicaSet set = ReplicaSet.pair("fast");
        ReplicaAdmin admin = ReplicaAdmin.start(set, 0)) {
      String health = set.replica("r1").url() + "/health";
      assertThat(call("GET", admin.url() + "/admin/replicas").body())
          .contains("\"r1\"", "\"r2\"", "\"maxInFlight\":0");

      assertThat(call("POST", admin.url() + "/admin/down?replica=r1").statusCode()).isEqualTo(200);
      await()
          .untilAsserted(
              () -> assertThatThrownBy(() -> call("GET", health)).isInstanceOf(IOException.class));
      assertThat(call("POST", admin.url() + "/admin/up?replica=r1").statusCode()).isEqualTo(200);
      await().ignoreExceptions().until(() -> call("GET", health).statusCode() == 200);

      assertThat(call("POST", admin.url() + "/admin/evict?replica=r2").statusCode()).isEqualTo(200);
      await()
          .untilAsserted(
              () ->
                  assertThat(call("GET", set.gateway().url() + "/admin/replicas").body())
                      .contains("\"ready\":false"));
      assertThat(call("POST", admin.url() + "/admin/return?replica=r2").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void admin_mistakes_saidPlainly() throws Exception {
    try (ReplicaSet set = ReplicaSet.pair("fast");
        ReplicaAdmin admin = ReplicaAdmin.start(set, 0)) {
      assertThat(call("POST", admin.url() + "/admin/down?replica=r7").body())
          .contains("there is no replica 'r7'");
      assertThat(call("POST", admin.url() + "/admin/fault?replica=r1&kind=x").statusCode())
          .isEqualTo(400);
      assertThat(call("POST", admin.url() + "/admin/dance?replica=r1").statusCode()).isEqualTo(404);
      int taken = admin.url().getPort();
      assertThatThrownBy(() -> ReplicaAdmin.start(set, taken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen");
    }
  }
}
