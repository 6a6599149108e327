package io.tokenstorm.worker.api;

import io.tokenstorm.protocol.plan.Api;
import java.util.EnumMap;
import java.util.Map;
import java.util.ServiceLoader;

/** The dialects found on the class path, one an API. */
final class Dialects {
  private static final Map<Api, ApiDialect> FOUND = load();

  private Dialects() {}

  static ApiDialect of(Api api) {
    ApiDialect dialect = FOUND.get(api);
    if (dialect == null) {
      throw new IllegalStateException(
          "nothing on the class path speaks " + api.label() + ": see docs/apis.md, \"add an API\"");
    }
    return dialect;
  }

  private static Map<Api, ApiDialect> load() {
    Map<Api, ApiDialect> found = new EnumMap<>(Api.class);
    for (ApiDialect dialect :
        ServiceLoader.load(ApiDialect.class, ApiDialect.class.getClassLoader())) {
      ApiDialect other = found.putIfAbsent(dialect.api(), dialect);
      if (other != null) {
        throw new IllegalStateException(
            dialect.api().label()
                + " is spoken by both "
                + other.getClass().getName()
                + " and "
                + dialect.getClass().getName());
      }
    }
    return found;
  }
}
