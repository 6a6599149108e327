package io.tokenstorm.server.local;

import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.server.ServerCommand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command refers to, read on this machine. Never printed, never sent.
 *
 * @param environment variables of the server, whole values
 * @param headers of requests to it, whole values
 * @param hidden what no message and no quoted line may show
 * @param missing names of variables that are not set here, sorted
 */
record ServerSecrets(
    Map<String, String> environment,
    Map<String, String> headers,
    Set<String> hidden,
    List<String> missing) {

  static ServerSecrets of(ServerCommand command, Function<String, @Nullable String> environment) {
    Set<String> missing = new TreeSet<>();
    Map<String, String> variables = values(command.environment(), environment, missing);
    Map<String, String> headers = values(command.headers(), environment, missing);
    Set<String> hidden = new HashSet<>(variables.values());
    List<SecretText> all = new ArrayList<>(command.environment().values());
    all.addAll(command.headers().values());
    for (SecretText text : all) {
      String secret = text.variable().isEmpty() ? null : environment.apply(text.variable());
      if (secret != null) {
        hidden.add(secret);
      }
    }
    return new ServerSecrets(variables, headers, hidden, List.copyOf(missing));
  }

  private static Map<String, String> values(
      Map<String, SecretText> texts,
      Function<String, @Nullable String> environment,
      Set<String> missing) {
    Map<String, String> values = new HashMap<>();
    texts.forEach(
        (name, text) ->
            text.resolve(environment)
                .ifPresentOrElse(
                    value -> values.put(name, value), () -> missing.add(text.variable())));
    return values;
  }

  @Override
  public String toString() {
    return "ServerSecrets[" + environment.keySet() + ", " + headers.keySet() + "]";
  }
}
