package io.castile.soap.http;

import io.castile.soap.Headers;
import io.castile.xml.Payload;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * One connection of HTTP/1.1 as a client sees it (RFC 9112). Owned by one thread at a time.
 *
 * <p>{@code buffer} holds received bytes that are not yet consumed, from {@code position} to {@code
 * limit}; it also is where a small message is joined to its head, which happens only between
 * responses, when nothing is in it.
 */
final class HttpConnection {

  /** Head and message up to this size leave in one write. */
  private static final int BUFFER_BYTES = 64 << 10;

  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_FIELDS = 200;
  private static final int MAX_HEAD_BYTES = 256 << 10;

  private static final int MAX_INTERIM_RESPONSES = 16;

  /** A connection that has been idle for less is taken as alive without a look. */
  private static final long UNCHECKED_NANOS = 1_000_000;

  private static final byte TLS_ALERT = 21;
  private static final byte TLS_HANDSHAKE = 22;

  private static final byte[] NOTHING = {};

  private final SocketStream stream;
  private final InputStream in;

  private final HeadWriter head;

  private byte[] buffer = new byte[8 << 10];
  private int position;
  private int limit;
  private int reads;
  private int maxBytes;
  private ResponseHead lastHead = ResponseHead.NONE;
  private boolean sent;
  private boolean received;
  private boolean inContent; // behind the head of the response
  private boolean reusable;
  private boolean contentFailed;
  private long exchanges;

  /** Whether the last response came by one read, for which there was more room than it took. */
  private boolean cameAtOnce;

  /** The content that is being read when the exchange has returned; null for none. */
  private @Nullable ResponseContent reading;

  private boolean readingKeeps;
  private long idleSince;

  /**
   * @param stream connected; closed with this connection
   * @param proxy the proxy that reads what is sent; null for none, or where a tunnel goes through
   *     it
   */
  HttpConnection(SocketStream stream, HttpOptions.@Nullable Proxy proxy) {
    this.stream = stream;
    this.in = stream.in();
    this.head = new HeadWriter(proxy);
  }

  /** The socket itself. */
  Closeable socket() {
    return stream.socket();
  }

  long idleSince() {
    return idleSince;
  }

  void setIdleSince(long nanos) {
    idleSince = nanos;
  }

  /**
   * Whether the last request may have left whole. While it has not, the other side lacks the end of
   * it (the length that was announced, or the last chunk), and cannot have processed it.
   */
  boolean isSent() {
    return sent;
  }

  /** Whether a byte of the last response has come. */
  boolean hasReceived() {
    return received;
  }

  /** Whether the last exchange failed by the content, and not by the connection. */
  boolean hasContentFailed() {
    return contentFailed;
  }

  /** Whether another exchange may follow. */
  boolean isReusable() {
    return reusable;
  }

  /**
   * Whether the other side has neither closed the connection nor sent unrequested data; else the
   * connection is not to be used any more. A look takes five system calls, and is saved where the
   * last response came a moment ago by one read, and was not the first: a server that closes
   * connections without saying so does that behind each response, or after a time of idleness; and
   * what came with that response but is no part of it would have been seen.
   *
   * @param idleNanos how long it has been idle
   */
  boolean isAlive(long idleNanos) {
    try {
      return limit == position
          && ((idleNanos < UNCHECKED_NANOS && exchanges > 1 && cameAtOnce) || stream.isQuiet());
    } catch (IOException e) {
      LoggerFactory.getLogger(HttpConnection.class)
          .debug("idle connection failed: {}", e.getMessage());
      return false;
    }
  }

  void close() {
    try {
      stream.close();
    } catch (IOException e) {
      LoggerFactory.getLogger(HttpConnection.class)
          .debug("closing a connection failed: {}", e.getMessage());
    }
  }

  /**
   * Sends a request and reads the response.
   *
   * @param silenceMillis how long the other side may be silent
   * @param maxBytes the size of the response's content
   * @param call closes this connection when its time is over
   */
  Transport.Incoming exchange(
      HttpAddress address,
      Transport.Outgoing message,
      int silenceMillis,
      int maxBytes,
      TimeLimit call)
      throws IOException {
    this.maxBytes = maxBytes;
    sent = false;
    received = false;
    inContent = false;
    reusable = false;
    contentFailed = false;
    exchanges++;
    position = 0;
    limit = 0;
    ByteBuffer[] pieces = message.content().pieces();
    int size = pieces == null ? message.content().size() : size(pieces);
    byte[] head = this.head.of(address, message.headers(), size);
    stream.limit(silenceMillis, call);
    try {
      send(head, pieces, message.content(), size);
      sent = true;
    } catch (IOException e) {
      sent |= isClosedHere(e);
      return responseAfterFailedWrite(e, message.intake());
    }
    return readResponse(message.intake());
  }

  /** Whether this side closed the connection during a write: how much was written is not known. */
  private static boolean isClosedHere(IOException failure) {
    Throwable e = failure;
    while (e != null && !(e instanceof AsynchronousCloseException)) {
      e = e.getCause();
    }
    return e != null || Thread.currentThread().isInterrupted();
  }

  /** A server may refuse a message before it has read all of it, and say why. */
  private Transport.Incoming responseAfterFailedWrite(
      IOException e, Transport.@Nullable Intake intake) throws IOException {
    if (contentFailed || (e instanceof SocketTimeoutException && in.available() == 0)) {
      throw e;
    }
    try {
      Transport.Incoming response = readResponse(intake);
      reusable = false;
      readingKeeps = false; // nor where it is still to be read
      return response;
    } catch (IOException unanswered) {
      e.addSuppressed(unanswered);
      throw e;
    }
  }

  // ---- request ----

  private void send(byte[] head, ByteBuffer @Nullable [] pieces, Payload content, int size)
      throws IOException {
    if (pieces == null) {
      write(head, content, size);
    } else if (head.length + (long) size <= BUFFER_BYTES) {
      writeJoined(head, pieces, head.length + size);
    } else {
      ByteBuffer[] all = new ByteBuffer[pieces.length + 1];
      all[0] = ByteBuffer.wrap(head);
      System.arraycopy(pieces, 0, all, 1, pieces.length);
      stream.write(all, all.length);
    }
  }

  private static int size(ByteBuffer[] pieces) {
    int size = 0;
    for (ByteBuffer piece : pieces) {
      size = Math.addExact(size, piece.remaining());
    }
    return size;
  }

  private void write(byte[] head, Payload content, int size) throws IOException {
    byte[] collector = size == Payload.UNKNOWN_SIZE ? room(BUFFER_BYTES) : room(size);
    ContentOutput out = new ContentOutput(stream, head, collector, size);
    boolean made = false;
    try {
      content.writeTo(out);
      made = true;
    } finally {
      contentFailed = !made && !out.hasFailed();
    }
    try {
      out.finish();
    } finally {
      sent = out.hasBegunLastChunk();
    }
  }

  private void writeJoined(byte[] head, ByteBuffer[] pieces, int length) throws IOException {
    byte[] joined = room(length);
    System.arraycopy(head, 0, joined, 0, head.length);
    int end = head.length;
    for (ByteBuffer piece : pieces) {
      int count = piece.remaining();
      piece.get(joined, end, count);
      end += count;
    }
    stream.write(joined, 0, end);
  }

  /** The buffer, with room for {@code length} bytes or for as many as it may grow to. */
  private byte[] room(int length) {
    int wanted = Math.min(length, BUFFER_BYTES);
    if (buffer.length < wanted) {
      buffer = new byte[wanted];
    }
    return buffer;
  }

  // ---- response ----

  private Transport.Incoming readResponse(Transport.@Nullable Intake intake) throws IOException {
    int readsBefore = reads;
    ResponseHead head = readHead();
    inContent = true;
    int status = head.status();
    Headers headers = head.fields();
    boolean keep = head.isPersistent();
    String transferEncoding = headers.get("transfer-encoding");
    String contentLength = headers.get("content-length");
    ResponseContent content;
    if (status == 204 || status == 304) {
      content = ResponseContent.ofLength(this, 0);
    } else if (transferEncoding != null && !isIdentity(transferEncoding)) {
      if (!transferEncoding.trim().equalsIgnoreCase("chunked")) {
        throw new ProtocolException(
            "expected Transfer-Encoding chunked, found " + transferEncoding);
      }
      keep &= contentLength == null;
      content = ResponseContent.ofChunks(this);
    } else if (contentLength != null) {
      content = ResponseContent.ofLength(this, length(contentLength));
    } else {
      keep = false;
      content = ResponseContent.toEnd(this);
    }
    byte[] body = NOTHING;
    if (intake != null && intake.takes(status, headers)) {
      intake.take(headers, content.within(intake.maxBytes(maxBytes)));
      if (intake.isReading()) {
        reading = content;
        readingKeeps = keep;
      }
    } else {
      body = content.within(maxBytes).toByteArray();
    }
    reusable = keep && content.hasEnded() && position == limit;
    cameAtOnce = reads == readsBefore + 1 && limit < buffer.length;
    return new Transport.Incoming(status, headers, body);
  }

  /** A coding of RFC 2616 §3.6 that says nothing, and is gone since RFC 7230. */
  private static boolean isIdentity(String transferEncoding) {
    return transferEncoding.trim().equalsIgnoreCase("identity");
  }

  /** Ends an exchange whose answer was read when it had returned. */
  void endReading() {
    reusable = reading != null && readingKeeps && reading.hasEnded() && position == limit;
    reading = null;
  }

  /** Reads the head of the response, after those of interim ones. */
  private ResponseHead readHead() throws IOException {
    if (position == limit) {
      fill();
    }
    if (lastHead.isAt(buffer, position, limit)) {
      position += lastHead.length();
      return lastHead;
    }
    checkNoTls();
    for (int interim = 0; interim <= MAX_INTERIM_RESPONSES; interim++) {
      int start = position;
      int readsBefore = reads;
      String statusLine = readLine();
      int status = status(statusLine);
      Headers fields = readFields();
      if (status < 100 || status >= 200) {
        // What was refilled meanwhile is no longer in the buffer as a whole.
        int end = reads == readsBefore ? position : start;
        lastHead = ResponseHead.of(statusLine, status, fields, buffer, start, end);
        return lastHead;
      }
    }
    throw new ProtocolException("more than " + MAX_INTERIM_RESPONSES + " interim responses (1xx)");
  }

  /**
   * Says so where the other end answers by TLS: an alert, or a handshake (RFC 8446 §5.1).
   *
   * <pre>
   * type (1 byte: 21 or 22), version (2 bytes, the first one 3), length (2 bytes)
   * </pre>
   */
  private void checkNoTls() throws ProtocolException {
    boolean isRecord = buffer[position] == TLS_ALERT || buffer[position] == TLS_HANDSHAKE;
    if (isRecord && position + 1 < limit && buffer[position + 1] == 3) {
      throw new ProtocolException(
          "expected a response of HTTP, found a record of TLS: the endpoint is to be"
              + " an https:// address");
    }
  }

  static int status(String line) throws ProtocolException {
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

  /**
   * Reads to the empty line. A line that begins with white space goes on with the field before it
   * (RFC 9112 §5.2).
   */
  Headers readFields() throws IOException {
    Headers.Builder fields = Headers.builder();
    int count = 0;
    int bytes = 0;
    String name = null;
    StringBuilder value = new StringBuilder();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      bytes += line.length();
      if (bytes > MAX_HEAD_BYTES) {
        throw new ProtocolException(
            "the header fields of the response have more than " + MAX_HEAD_BYTES + " bytes");
      }
      if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
        if (name == null) {
          throw new ProtocolException("the first header field begins with white space");
        }
        value.append(' ').append(line.trim());
        continue;
      }
      if (++count > MAX_FIELDS) {
        throw new ProtocolException("more than " + MAX_FIELDS + " header fields in the response");
      }
      if (name != null) {
        fields.add(name, value.toString());
      }
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("expected a header field 'name: value', found no colon");
      }
      name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
      value.setLength(0);
      value.append(line.substring(colon + 1).trim());
    }
    if (name != null) {
      fields.add(name, value.toString());
    }
    return fields.build();
  }

  /** The length; one that is said again is the same (RFC 9110 §8.6). */
  private static long length(String fields) throws ProtocolException {
    String field = fields;
    int comma = fields.indexOf(',');
    if (comma >= 0) {
      String first = fields.substring(0, comma).trim();
      boolean isOne = true;
      for (String each : fields.split(",", -1)) {
        isOne &= each.trim().equals(first);
      }
      field = isOne ? first : fields;
    }
    boolean valid = !field.isEmpty() && field.length() <= 18;
    for (int i = 0; valid && i < field.length(); i++) {
      valid = isDigit(field.charAt(i));
    }
    if (!valid) {
      throw new ProtocolException("expected digits in Content-Length, found '" + field + "'");
    }
    return Long.parseLong(field);
  }

  // ---- bytes ----

  /** Reads what has come behind the head; returns -1 where the connection has ended. */
  int read(byte[] target, int offset, int length) throws IOException {
    if (position < limit) {
      int count = Math.min(length, limit - position);
      System.arraycopy(buffer, position, target, offset, count);
      position += count;
      return count;
    }
    reads++;
    int count = in.read(target, offset, length);
    received |= count > 0;
    return count;
  }

  /** Reads a line, and returns it without its end. */
  String readLine() throws IOException {
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
          inContent
              ? "the connection ended before the last chunk of the response"
              : received
                  ? "the connection ended within the head of the response"
                  : "the connection was closed before a response");
    }
    received = true;
    reads++;
    position = 0;
    limit = count;
  }
}
