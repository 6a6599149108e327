package io.tokenstorm.cli.terminal;

/** A terminal's size. */
record Size(int columns, int rows) {
  static final Size DEFAULT = new Size(80, 24);
}
