package io.castile.gateway.warm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the warm-up, on loopback. The path says how large its answers are. It has sockets
 * that block: what it runs is to be no part of what the gateway's own code is compiled by.
 */
final class MadeUpOrigin implements AutoCloseable {
  static final String SMALL = "/small";
  static final String MEDIUM = "/medium";
  static final String LARGE = "/large";
  static final String FAULT = "/fault";
  static final String DESCRIPTION = "/small?wsdl";

  private static final int SMALL_ITEMS = 3;
  private static final int MEDIUM_ITEMS = 80; // 8 kB
  private static final int LARGE_ITEMS = 2_000; // 200 kB

  private final ServerSocket server;
  private final Map<String, byte[]> answers = new HashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> accepting;
  private volatile boolean isClosed;

  /** Begins to listen, on any port of loopback. */
  MadeUpOrigin() throws IOException {
    answer(SMALL, 200, items(SMALL_ITEMS));
    answer(MEDIUM, 200, items(MEDIUM_ITEMS));
    answer(LARGE, 200, items(LARGE_ITEMS));
    answer(FAULT, 500, "");
    server = new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    accepting = CompletableFuture.runAsync(this::accept, MadeUpOrigin::start);
  }

  private static String items(int count) {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < count; i++) {
      items
          .append("<item><symbol>SYM")
          .append(1_000_000 + i)
          .append("</symbol><price currency=\"EUR\">")
          .append(i % 100 + ".25")
          .append("</price><note>a &amp; b</note></item>");
    }
    return items.toString();
  }

  /** Has answers of both versions of SOAP, without items a fault. */
  private void answer(String path, int status, String items) {
    boolean isFault = items.isEmpty();
    for (boolean isNew : new boolean[] {false, true}) {
      String body =
          isFault
              ? MadeUpRequests.fault(isNew)
              : "<m:getItemResponse xmlns:m=\"urn:castile:warm-up\">"
                  + items
                  + "</m:getItemResponse>";
      byte[] content = MadeUpMessage.utf8(MadeUpRequests.envelope(isNew, body));
      String type = isNew ? "application/soap+xml;charset=UTF-8" : "text/xml;charset=UTF-8";
      answers.put(isNew + path, response(status, type, content));
    }
  }

  private static byte[] response(int status, String type, byte[] content) {
    ByteArrayOutputStream response = new ByteArrayOutputStream(content.length + 256);
    response.writeBytes(
        MadeUpMessage.utf8(
            "HTTP/1.1 "
                + status
                + " -\r\nServer: made-up\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + content.length
                + "\r\n\r\n"));
    response.writeBytes(content);
    return response.toByteArray();
  }

  /** Starts a thread of the warm-up. */
  static void start(Runnable work) {
    Thread thread = new Thread(work, WarmUp.THREADS);
    thread.setDaemon(true);
    thread.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        if (isClosed) { // which may have been before the socket was there to be closed
          socket.close();
          return;
        }
        start(() -> serve(socket));
      } catch (IOException e) { // it is closed
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      MadeUpReader in = new MadeUpReader(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      MadeUpMessage request = in.next();
      while (request != null) {
        out.write(answer(request));
        request = in.next();
      }
    } catch (IOException e) {
      // The gateway has closed the connection, or the warm-up the origin.
    } finally {
      open.remove(socket);
    }
  }

  private byte[] answer(MadeUpMessage request) {
    String target = request.target();
    if (target.equals(DESCRIPTION)) {
      return response(200, "text/xml", MadeUpMessage.utf8(MadeUpRequests.description(uri())));
    }
    String type = request.field("content-type");
    int end = target.indexOf('/', 1);
    byte[] found = answers.get(isNew(type) + (end < 0 ? target : target.substring(0, end)));
    return found == null ? response(404, "text/plain", new byte[0]) : found;
  }

  /** Whether a type is that of SOAP 1.2. */
  private static boolean isNew(@Nullable String type) {
    return type != null && type.startsWith("application/soap+xml");
  }

  /** Ends it. Nothing can connect to it any more when this returns. */
  @Override
  public void close() throws IOException {
    isClosed = true;
    server.close();
    accepting.join(); // until then, the system may still take connections for that thread
    for (Socket each : open) {
      each.close();
    }
  }
}
