package io.tokenstorm.cli.option;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "tokenstorm " + Version.current() + " (Java " + Runtime.version().feature() + ")"
    };
  }
}
