package io.castile.soap;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of HTTP/1.1 as a client sees it (RFC 9112). Owned by one thread at a time.
 *
 * <p>{@code buffer} holds received bytes that are not yet consumed, from {@code position} to {@code
 * limit}; it also is where a small message is joined to its head, which happens only between
 * responses, when nothing is in it.
 */
final class HttpConnection {
  private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

  /** Head and message up to this size leave in one write. */
  private static final int BUFFER_BYTES = 64 << 10;

  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_FIELDS = 200;
  private static final int MAX_INTERIM_RESPONSES = 16;

  /** Content is received in pieces of this size at first, whatever length the sender claims. */
  private static final int FIRST_PIECE_BYTES = 1 << 20;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final int maxBytes;
  private byte[] buffer = new byte[8 << 10];
  private int position;
  private int limit;
  private boolean received;
  private boolean reusable;
  private long idleSince;

  HttpConnection(Socket socket, int maxBytes) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.maxBytes = maxBytes;
  }

  long idleSince() {
    return idleSince;
  }

  void setIdleSince(long nanos) {
    idleSince = nanos;
  }

  /** Whether a byte of the response of the last exchange was received. */
  boolean hasReceived() {
    return received;
  }

  /** Whether another exchange may follow. */
  boolean isReusable() {
    return reusable;
  }

  /** Whether the other side has sent what nobody asked for; such a connection is not to be used. */
  boolean hasUnread() {
    try {
      return limit > position || in.available() > 0;
    } catch (IOException e) {
      log.debug("idle connection failed: {}", e.getMessage());
      return true;
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      log.debug("closing a connection failed: {}", e.getMessage());
    }
  }

  Transport.Incoming exchange(
      HttpAddress address, Map<String, String> headers, byte[] message, int length)
      throws IOException {
    received = false;
    reusable = false;
    try {
      write(head(address, headers, length), message, length);
    } catch (IOException e) {
      return responseAfterFailedWrite(e);
    }
    return readResponse();
  }

  /** A server may refuse a message before it has read all of it, and say why. */
  private Transport.Incoming responseAfterFailedWrite(IOException e) throws IOException {
    try {
      Transport.Incoming response = readResponse();
      reusable = false;
      return response;
    } catch (IOException unanswered) {
      e.addSuppressed(unanswered);
      throw e;
    }
  }

  private static byte[] head(HttpAddress address, Map<String, String> headers, int length) {
    StringBuilder head = new StringBuilder(256);
    head.append("POST ").append(address.target()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(address.hostHeader()).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(length).append("\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void write(byte[] head, byte[] message, int length) throws IOException {
    int joined = Math.min(Math.max(BUFFER_BYTES, head.length), head.length + length);
    if (buffer.length < joined) {
      buffer = new byte[joined];
    }
    position = 0;
    limit = 0;
    int first = joined - head.length;
    System.arraycopy(head, 0, buffer, 0, head.length);
    System.arraycopy(message, 0, buffer, head.length, first);
    out.write(buffer, 0, joined);
    if (first < length) {
      out.write(message, first, length - first);
    }
    out.flush();
  }

  // ---- response ----

  private Transport.Incoming readResponse() throws IOException {
    String statusLine = readLine();
    int status = status(statusLine);
    Map<String, String> headers = readFields();
    for (int interim = 0; status >= 100 && status < 200; interim++) {
      if (interim == MAX_INTERIM_RESPONSES) {
        throw new ProtocolException("more than " + interim + " interim responses (1xx)");
      }
      statusLine = readLine();
      status = status(statusLine);
      headers = readFields();
    }
    boolean keep =
        statusLine.startsWith("HTTP/1.1")
            ? !hasToken(headers.get("connection"), "close")
            : hasToken(headers.get("connection"), "keep-alive");
    String transferEncoding = headers.get("transfer-encoding");
    String contentLength = headers.get("content-length");
    byte[] body;
    if (status == 204 || status == 304) {
      body = new byte[0];
    } else if (transferEncoding != null) {
      if (!transferEncoding.trim().equalsIgnoreCase("chunked")) {
        throw new ProtocolException(
            "expected Transfer-Encoding chunked, found " + transferEncoding);
      }
      keep &= contentLength == null;
      body = readChunked();
    } else if (contentLength != null) {
      body = readFixed(length(contentLength));
    } else {
      keep = false;
      body = readToEnd();
    }
    reusable = keep && position == limit;
    return new Transport.Incoming(status, headers, body);
  }

  private static int status(String line) throws ProtocolException {
    boolean valid =
        line.length() >= 12
            && line.startsWith("HTTP/1.")
            && line.charAt(8) == ' '
            && isDigit(line.charAt(9))
            && isDigit(line.charAt(10))
            && isDigit(line.charAt(11));
    if (!valid) {
      throw new ProtocolException(
          "expected an HTTP/1.1 status line, found '"
              + line.substring(0, Math.min(40, line.length()))
              + "'");
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Map<String, String> readFields() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    int count = 0;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("expected a header field 'name: value', found no colon");
      }
      if (++count > MAX_FIELDS) {
        throw new ProtocolException("more than " + MAX_FIELDS + " header fields in the response");
      }
      String name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
      fields.merge(name, line.substring(colon + 1).trim(), (old, more) -> old + ", " + more);
    }
    return fields;
  }

  private static boolean hasToken(String field, String token) {
    if (field == null) {
      return false;
    }
    for (String part : field.split(",", -1)) {
      if (part.trim().equalsIgnoreCase(token)) {
        return true;
      }
    }
    return false;
  }

  private static long length(String field) throws ProtocolException {
    boolean valid =
        !field.isEmpty() && field.length() <= 18 && field.chars().allMatch(c -> isDigit((char) c));
    if (!valid) {
      throw new ProtocolException("expected digits in Content-Length, found '" + field + "'");
    }
    return Long.parseLong(field);
  }

  private byte[] readFixed(long length) throws IOException {
    checkSize(length);
    byte[] body = new byte[(int) Math.min(length, FIRST_PIECE_BYTES)];
    int count = 0;
    while (count < length) {
      if (count == body.length) {
        body = Arrays.copyOf(body, (int) Math.min(length, 2L * count));
      }
      int read = read(body, count, body.length - count);
      if (read < 0) {
        throw new EOFException(
            "the connection ended after " + count + " of " + length + " bytes of content");
      }
      count += read;
    }
    return body;
  }

  private byte[] readChunked() throws IOException {
    byte[] body = new byte[BUFFER_BYTES];
    int count = 0;
    for (long chunk = chunkSize(); chunk > 0; chunk = chunkSize()) {
      checkSize(count + chunk);
      for (long left = chunk; left > 0; ) {
        if (count == body.length) {
          body = Arrays.copyOf(body, doubled(count));
        }
        int read = read(body, count, (int) Math.min(left, body.length - count));
        if (read < 0) {
          throw new EOFException("the connection ended within a chunk after " + count + " bytes");
        }
        count += read;
        left -= read;
      }
      if (!readLine().isEmpty()) {
        throw new ProtocolException("expected CRLF after a chunk of " + chunk + " bytes");
      }
    }
    readFields();
    return Arrays.copyOf(body, count);
  }

  private long chunkSize() throws IOException {
    String line = readLine();
    int end = line.indexOf(';');
    String digits = (end < 0 ? line : line.substring(0, end)).trim();
    boolean valid =
        !digits.isEmpty()
            && digits.length() <= 15
            && digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
    if (!valid) {
      throw new ProtocolException(
          "expected a chunk size, found '"
              + digits.substring(0, Math.min(20, digits.length()))
              + "'");
    }
    return Long.parseLong(digits, 16);
  }

  private byte[] readToEnd() throws IOException {
    byte[] body = new byte[BUFFER_BYTES];
    int count = 0;
    while (true) {
      if (count == body.length) {
        body = Arrays.copyOf(body, doubled(count));
      }
      int read = read(body, count, body.length - count);
      if (read < 0) {
        return Arrays.copyOf(body, count);
      }
      count += read;
      checkSize(count);
    }
  }

  private static int doubled(int count) {
    return (int) Math.min(Integer.MAX_VALUE - 8, 2L * count);
  }

  private void checkSize(long bytes) throws ProtocolException {
    if (bytes > maxBytes) {
      throw new ProtocolException(
          "the response has at least " + bytes + " bytes; the limit is " + maxBytes);
    }
  }

  // ---- bytes ----

  private int read(byte[] target, int offset, int length) throws IOException {
    if (position < limit) {
      int count = Math.min(length, limit - position);
      System.arraycopy(buffer, position, target, offset, count);
      position += count;
      return count;
    }
    int count = in.read(target, offset, length);
    received |= count > 0;
    return count;
  }

  private String readLine() throws IOException {
    StringBuilder line = null;
    while (true) {
      if (position == limit) {
        fill();
      }
      int start = position;
      while (position < limit && buffer[position] != '\n') {
        position++;
      }
      boolean found = position < limit;
      String piece = new String(buffer, start, position - start, StandardCharsets.ISO_8859_1);
      if (found) {
        position++;
      }
      if (line == null && found) {
        return withoutReturn(piece);
      }
      line = (line == null ? new StringBuilder() : line).append(piece);
      if (line.length() > MAX_LINE_BYTES) {
        throw new ProtocolException(
            "a line of the response's head has more than " + MAX_LINE_BYTES + " bytes");
      }
      if (found) {
        return withoutReturn(line.toString());
      }
    }
  }

  private static String withoutReturn(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private void fill() throws IOException {
    int count = in.read(buffer, 0, buffer.length);
    if (count < 0) {
      throw new EOFException(
          received
              ? "the connection ended within the head of the response"
              : "the connection was closed before a response");
    }
    received = true;
    position = 0;
    limit = count;
  }
}
