package io.castile.bench.delta;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Each message by itself, by gzip at its usual level, which is 6. */
final class GzipEnd implements LinkEnd {
  private static final int BUFFER = 8192;

  @Override
  public byte[] encode(byte[] message) throws IOException {
    return compressed(message);
  }

  @Override
  public byte[] decode(byte[] body) throws IOException {
    return expanded(body);
  }

  @Override
  public void forget() {}

  static byte[] compressed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(BUFFER);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out, BUFFER)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  static byte[] expanded(byte[] body) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body), BUFFER)) {
      return in.readAllBytes();
    }
  }
}
