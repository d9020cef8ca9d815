package io.castile.interop.matrix;

import java.nio.file.Path;

final class GsoapProbe {
  private GsoapProbe() {}

  static Path program() {
    throw new UnsupportedOperationException();
  }
}
