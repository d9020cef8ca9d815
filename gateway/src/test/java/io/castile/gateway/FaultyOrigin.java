package io.castile.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that does to a question what its text begins with, as {@code cut 17}. It has a thread
 * for each connection, and keeps nothing of those that have ended.
 */
final class FaultyOrigin implements AutoCloseable {
  static final int BIG = 3_000_000;

  private static final Pattern TEXT = Pattern.compile("<text>(\\w+) ([^<]*)</text>");

  private static final Pattern CALLER = Pattern.compile("(?m)^authorization: (.*)$");
  private static final int ROWS = 200;

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  FaultyOrigin() throws IOException {
    server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      RawMessage request = RawMessage.read(in);
      while (request != null && answered(socket.getOutputStream(), request)) {
        request = RawMessage.read(in);
      }
    } catch (IOException e) {
      // the gateway has left, as its client has
    } finally {
      open.remove(socket);
    }
  }

  /** Whether the connection stays. */
  private static boolean answered(OutputStream out, RawMessage request) throws IOException {
    Matcher asked = TEXT.matcher(request.content());
    boolean isKnown = asked.find();
    String kind = isKnown ? asked.group(1) : "ok";
    String text = isKnown ? asked.group(2) : "";
    String answer = Soap.answer(text);
    switch (kind) {
      case "close" -> {
        return false;
      }
      case "cut" -> {
        out.write(head("200 OK", "Content-Length: 1000"));
        out.write(answer.getBytes(StandardCharsets.UTF_8));
        return false;
      }
      case "busy" -> send(out, "503 Service Unavailable", "busy");
      case "fault" -> {
        String fault = "<s:Fault><faultcode>" + text + "</faultcode></s:Fault>";
        send(out, "500 Internal Server Error", Soap.envelope("", fault));
      }
      case "slow" -> {
        pause(300);
        send(out, "200 OK", answer);
      }
      case "trickle" -> {
        out.write(head("200 OK", "Transfer-Encoding: chunked"));
        for (int i = 0; i < answer.length(); i++) {
          out.write(("1\r\n" + answer.charAt(i) + "\r\n").getBytes(StandardCharsets.UTF_8));
          pause(1);
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      case "rows" -> send(out, "200 OK", rows(text));
      case "own" -> send(out, "200 OK", Soap.answer(text + " of " + caller(request)));
      case "big" -> send(out, "200 OK", Soap.answer("y".repeat(BIG) + text));
      default -> send(out, "200 OK", answer);
    }
    return true;
  }

  private static String caller(RawMessage request) {
    Matcher caller = CALLER.matcher(request.head());
    return caller.find() ? caller.group(1) : "nobody";
  }

  /** A mark for questions that are long enough for the differential link. */
  static String longMark(int number) {
    return "a question of some length ".repeat(30) + number;
  }

  /** The answer to a question for rows, of which one in ten is another one for each number. */
  static String rows(String mark) {
    int number = Integer.parseInt(mark.substring(mark.lastIndexOf(' ') + 1));
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      int value = i % 10 == number % 10 ? number : 0;
      rows.append("<row><name>row ").append(i).append("</name><value>");
      rows.append(value).append("</value></row>");
    }
    return Soap.envelope("", "<q:rows xmlns:q=\"urn:q\">" + rows + "</q:rows>");
  }

  private static void send(OutputStream out, String status, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    out.write(head(status, "Content-Length: " + bytes.length));
    out.write(bytes);
  }

  private static byte[] head(String status, String field) {
    return ("HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + field
            + "\r\n\r\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void pause(int millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis); // the fault that is injected
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** Returns how many connections are open. */
  int connections() {
    return open.size();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
