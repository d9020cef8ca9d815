package io.castile.interop.peers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A request or a response as it was on the wire.
 *
 * @param head its first line and its fields
 * @param text its content, decompressed
 * @param chunks the chunks in which the content was sent (RFC 9112 §7.1), without the last one,
 *     which is empty; 0 for content that was sent with its length
 */
public record HttpMessage(String head, String text, int chunks) {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: *(\\d+)\r\n");
  private static final Pattern CHUNKED = Pattern.compile("(?i)\r\nTransfer-Encoding: *chunked\r\n");
  private static final Pattern GZIP = Pattern.compile("(?i)\r\nContent-Encoding: *gzip\r\n");

  /** Whether the content was compressed. */
  boolean isGzip() {
    return GZIP.matcher(head).find();
  }

  /** Whether the content is a SOAP message, and no description of a service. */
  boolean isSoap() {
    return Pattern.compile("<[\\w-]+:Envelope[ >]").matcher(text).find();
  }

  /** The messages that were sent one after the other over a connection. */
  static List<HttpMessage> parse(byte[] stream) {
    List<HttpMessage> messages = new ArrayList<>();
    String bytes = new String(stream, StandardCharsets.ISO_8859_1); // so that positions are alike
    int at = 0;
    while (at < stream.length) {
      int content = bytes.indexOf("\r\n\r\n", at) + 4;
      String head = bytes.substring(at, content);
      Matcher length = LENGTH.matcher(head);
      if (CHUNKED.matcher(head).find()) {
        at = parseChunks(head, stream, bytes, content, messages);
      } else {
        at = content + (length.find() ? Integer.parseInt(length.group(1)) : 0);
        byte[] body = Arrays.copyOfRange(stream, content, at);
        messages.add(message(head, body, 0));
      }
    }
    return messages;
  }

  private static int parseChunks(
      String head, byte[] stream, String bytes, int content, List<HttpMessage> messages) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int at = content;
    int chunks = -1;
    int size;
    do {
      int line = bytes.indexOf("\r\n", at);
      size = Integer.parseInt(bytes.substring(at, line).trim(), 16);
      body.write(stream, line + 2, size);
      at = line + 2 + size + 2;
      chunks++;
    } while (size > 0);
    messages.add(message(head, body.toByteArray(), chunks));
    return at;
  }

  private static HttpMessage message(String head, byte[] body, int chunks) {
    byte[] content = body;
    if (GZIP.matcher(head).find()) {
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
        content = in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new HttpMessage(head, new String(content, StandardCharsets.UTF_8), chunks);
  }
}
