package io.castile.soap;

import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The text of a payload. */
public final class PayloadText {
  private PayloadText() {}

  public static String of(Payload payload) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      payload.writeTo(bytes);
    } catch (IOException e) {
      throw new AssertionError("no I/O writing to an array", e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
