package io.castile.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A message with parts, as senders write it. Not thread-safe. */
public final class Multipart {
  private final String boundary;
  private final List<byte[]> parts = new ArrayList<>();

  public Multipart(String boundary) {
    this.boundary = boundary;
  }

  /** An XOP package. */
  public static Multipart xop(String boundary, String document) {
    return new Multipart(boundary)
        .part(
            document.getBytes(StandardCharsets.UTF_8),
            "Content-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"",
            "Content-Transfer-Encoding: binary",
            "Content-ID: <root@example.org>");
  }

  /** Adds a part with these fields. */
  public Multipart part(byte[] content, String... fields) {
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    for (String field : fields) {
      part.writeBytes((field + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
    part.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
    part.writeBytes(content);
    parts.add(part.toByteArray());
    return this;
  }

  public Multipart part(String content, String... fields) {
    return part(content.getBytes(StandardCharsets.UTF_8), fields);
  }

  /** The Content-Type of the whole, of an XOP package. */
  public String type() {
    return "multipart/related; type=\"application/xop+xml\"; start=\"<root@example.org>\";"
        + " start-info=\"text/xml\"; boundary=\""
        + boundary
        + "\"";
  }

  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(("--" + boundary + "\r\n").getBytes(StandardCharsets.US_ASCII));
      all.writeBytes(part);
      all.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    all.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII));
    return all.toByteArray();
  }
}
