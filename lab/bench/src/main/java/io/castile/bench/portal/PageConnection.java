package io.castile.bench.portal;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kept-alive connection to the portal, which costs as little as it can: what it takes is missing
 * to the portal on the same machine. For one thread.
 */
final class PageConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 << 10;
  private static final int PATIENCE_MILLIS = 30_000;
  private static final byte[] OK = ascii("HTTP/1.1 200 ");
  private static final byte[] HEAD_END = ascii("\r\n\r\n");
  private static final byte[] PAGE_END = ascii(SearchPage.END);
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** The last answer: from 0 the head, from {@link #start} the page, up to {@link #end}. */
  private byte[] answer = new byte[BUFFER_BYTES];

  private int start;
  private int end;

  /** Connects to a port of the loopback interface. */
  PageConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The request for the page of a query. */
  static byte[] request(String query) {
    String value = URLEncoder.encode(query, StandardCharsets.UTF_8);
    return ascii("GET " + PortalSite.PATH + "?q=" + value + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  /**
   * Sends a request, and takes in the whole page.
   *
   * @throws IOException if the answer is none, or no whole page with status 200
   */
  void get(byte[] request) throws IOException {
    out.write(request);
    end = 0;
    start = -1;
    while (start < 0) {
      int before = end;
      receive();
      start = headEnd(Math.max(0, before - HEAD_END.length));
    }
    String head = new String(answer, 0, start, StandardCharsets.ISO_8859_1);
    Matcher length = LENGTH.matcher(head);
    if (!length.find()) {
      throw new IOException("expected a page and its length, found " + head);
    }
    int whole = start + Integer.parseInt(length.group(1));
    while (end < whole) {
      receive();
    }
    if (!has(OK, 0) || end > whole || !has(PAGE_END, end - PAGE_END.length)) {
      throw new IOException("expected a page, found " + head + page());
    }
  }

  private void receive() throws IOException {
    if (end == answer.length) {
      answer = Arrays.copyOf(answer, 2 * end);
    }
    int count = in.read(answer, end, answer.length - end);
    if (count < 0) {
      throw new EOFException("the portal closed the connection");
    }
    end += count;
  }

  /** The place behind the head, looked for from {@code from} on; -1 if it has not come. */
  private int headEnd(int from) {
    for (int i = from; i <= end - HEAD_END.length; i++) {
      if (has(HEAD_END, i)) {
        return i + HEAD_END.length;
      }
    }
    return -1;
  }

  private boolean has(byte[] expected, int at) {
    return at >= 0
        && at + expected.length <= end
        && Arrays.equals(answer, at, at + expected.length, expected, 0, expected.length);
  }

  /** The last page. */
  String page() {
    return new String(answer, start, end - start, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
