package io.castile.unusual;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Calls a service directly and through a cache with {@linkplain UnusualRequest unusual requests},
 * and tells which answers differ.
 */
public final class UnusualCalls {
  private static final Pattern CHARSET =
      Pattern.compile("(?im)^content-type:[^\r\n]*charset=\"?([\\w-]+)");

  private static final int TIMEOUT_MILLIS = 30_000;

  /** To look for a factory in all libraries takes longer than to parse. */
  private static final ThreadLocal<DocumentBuilder> PARSER =
      ThreadLocal.withInitial(UnusualCalls::newParser);

  private UnusualCalls() {}

  /** An answer: its status, 0 where the connection ends without one, and the text of its body. */
  private record Answer(int status, String text) {}

  /**
   * Asks pairs of requests, each by two callers, who ask in either order.
   *
   * @param direct the address of the service
   * @param through its address behind the cache
   * @param pairs how many
   * @return what was wrong, of each case in words
   */
  public static List<String> wrong(
      URI direct, URI through, UnusualRequest.Operation operation, int pairs, long seed)
      throws IOException {
    Random random = new Random(seed);
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      UnusualRequest first = UnusualRequest.of(operation, random);
      UnusualRequest second = UnusualRequest.of(operation, random);
      for (UnusualRequest each : List.of(first, second, first, second)) {
        Answer expected = ask(direct, each);
        Answer found = ask(through, each);
        boolean isRight = expected.status() == 0 ? found.status() == 502 : found.equals(expected);
        if (!isRight) {
          wrong.add("pair " + i + ": expected " + expected + ", found " + found + "\n" + each);
        }
      }
    }
    return wrong;
  }

  /** Asks again where the service has lost the connection, as that of Axis2 does now and then. */
  private static Answer ask(URI uri, UnusualRequest request) throws IOException {
    Answer answer = askOnce(uri, request);
    for (int i = 0; i < 2 && (answer.status() == 0 || answer.status() == 502); i++) {
      answer = askOnce(uri, request);
    }
    return answer;
  }

  private static Answer askOnce(URI uri, UnusualRequest request) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      String head =
          "POST %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(
                  uri.getRawPath(), uri.getAuthority(), request.fields(), request.content().length);
      out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
      out.writeBytes(request.content());
      socket.getOutputStream().write(out.toByteArray());
      return read(new BufferedInputStream(socket.getInputStream()));
    }
  }

  private static Answer read(InputStream in) throws IOException {
    String status = line(in);
    if (status.isEmpty()) {
      return new Answer(0, "");
    }
    StringBuilder head = new StringBuilder();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      head.append(line).append('\n');
    }
    String fields = head.toString().toLowerCase(Locale.ROOT);
    byte[] rest = in.readAllBytes();
    byte[] content = fields.contains("transfer-encoding: chunked") ? unchunked(rest) : rest;
    Matcher charset = CHARSET.matcher(head);
    String text = text(content, charset.find() ? charset.group(1) : null);
    return new Answer(Integer.parseInt(status.substring(9, 12)), text);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private static byte[] unchunked(byte[] content) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = new ByteArrayInputStream(content);
    for (int size = size(in); size > 0; size = size(in)) {
      all.writeBytes(in.readNBytes(size));
      line(in);
    }
    return all.toByteArray();
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in).replaceFirst(";.*", "").strip(), 16);
  }

  /** The text of the body; of a fault only that it is one: its words name addresses. */
  private static String text(byte[] content, String charset) {
    try {
      InputSource source = new InputSource(new ByteArrayInputStream(content));
      source.setEncoding(charset);
      Document document = PARSER.get().parse(source);
      boolean isFault = document.getElementsByTagNameNS("*", "Fault").getLength() > 0;
      Node body = document.getElementsByTagNameNS("*", "Body").item(0);
      return isFault || body == null ? "no answer" : body.getTextContent();
    } catch (SAXException | IOException e) {
      return "no envelope";
    }
  }

  private static DocumentBuilder newParser() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // throws what is fatal, and prints nothing
      return builder;
    } catch (ParserConfigurationException e) {
      throw new AssertionError(e);
    }
  }
}
