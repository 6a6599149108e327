package io.tokenstorm.replica;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where profiles come from. A key that the default profile does not have is a mistake. */
final class ProfileSource {
  private static final String FOLDER = "conf/replica/";
  private static final ConfigParseOptions MUST_EXIST =
      ConfigParseOptions.defaults().setAllowMissing(false);

  private ProfileSource() {}

  static Config builtIn(String profile) throws IOException {
    return checked(resource(profile), profile);
  }

  static Config file(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("replica profile " + file + ": there is no such readable file");
    }
    try {
      return checked(ConfigFactory.parseFile(file.toFile(), MUST_EXIST), file.toString());
    } catch (ConfigException wrong) {
      throw new IOException("replica profile " + wrong.getMessage(), wrong);
    }
  }

  private static Config resource(String profile) throws IOException {
    try {
      ClassLoader loader = ProfileSource.class.getClassLoader();
      return ConfigFactory.parseResources(loader, FOLDER + profile + ".conf", MUST_EXIST);
    } catch (ConfigException.IO missing) {
      throw new IOException(
          "there is no replica profile '"
              + profile
              + "'; there are default, fast, h20-dsv4-flash,"
              + " sweep-linear, sweep-quadratic",
          missing);
    } catch (ConfigException wrong) {
      throw new IOException("replica profile " + wrong.getMessage(), wrong);
    }
  }

  private static Config checked(Config config, String source) throws IOException {
    Config defaults = resource("default");
    for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
      if (!defaults.hasPath(entry.getKey())) {
        throw new IOException(
            "replica profile "
                + source
                + ": "
                + entry.getValue().origin().description()
                + ": unknown key '"
                + entry.getKey()
                + "'"
                + Suggestion.among(keys(defaults), entry.getKey()));
      }
    }
    return config.withFallback(defaults).resolve();
  }

  private static List<String> keys(Config config) {
    return config.entrySet().stream().map(Map.Entry::getKey).toList();
  }
}
