package io.castile.interop.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** What no client of ours sends, and what is to be answered to it. */
enum BadRequest {
  MALFORMED("text/xml", "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>", 500),
  DOCTYPE("text/xml", "<!DOCTYPE e [<!ENTITY x 'y'>]><e>&x;</e>", 500),
  EMPTY("text/xml", "", 500),
  UNKNOWN_OPERATION("text/xml", envelope("<w:subtract xmlns:w='urn:castile:workshop'/>"), 500),
  WRONG_VALUE(
      "text/xml",
      envelope("<w:add xmlns:w='urn:castile:workshop'><a>one</a><b>2</b></w:add>"),
      500),
  WRONG_TYPE("application/json", "{}", 415),
  OVERSIZE(
      "text/xml",
      envelope("<w:never xmlns:w='urn:castile:workshop'/>") + " ".repeat(WorkshopServer.MAX_BYTES),
      413),
  OTHER_PLACE("text/xml", envelope("<w:never xmlns:w='urn:castile:workshop'/>"), 404) {
    @Override
    String path() {
      return "/other";
    }
  },
  LARGE_HEAD("text/xml", "", 431) {
    @Override
    String fields() {
      return "Large: " + "x".repeat(20_000) + "\r\n";
    }
  },
  CUT_SHORT("text/xml", envelope("<w:never xmlns:w='urn:castile:workshop'/>"), 0) {
    @Override
    int missing() {
      return 1;
    }
  },
  GONE("text/xml", envelope("<w:never xmlns:w='urn:castile:workshop'/>"), 0) {
    @Override
    int missing() {
      return 1;
    }

    @Override
    boolean isGone() {
      return true;
    }
  };

  private final String contentType;
  private final String content;
  private final int status;

  /**
   * @param status of the answer; 0 for no answer that says that the request was served
   */
  BadRequest(String contentType, String content, int status) {
    this.contentType = contentType;
    this.content = content;
    this.status = status;
  }

  private static String envelope(String body) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  String path() {
    return "/workshop";
  }

  /** More header fields, each with its end. */
  String fields() {
    return "";
  }

  /** How many bytes the content lacks at its end. */
  int missing() {
    return 0;
  }

  /** Whether nobody waits for the answer. */
  boolean isGone() {
    return false;
  }

  /**
   * Sends it, and checks the answer.
   *
   * @throws IOException if the connection fails, or ends without an answer where one is due, or the
   *     server is being closed
   * @throws AssertionError if the answer is another one
   */
  void send(int port) throws IOException {
    byte[] bytes = content.getBytes(UTF_8);
    String head =
        "POST "
            + path()
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
            + contentType
            + "\r\nContent-Length: "
            + (bytes.length + missing())
            + "\r\n"
            + fields()
            + "\r\n";
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write((head + content).getBytes(UTF_8));
      if (isGone()) {
        socket.setSoLinger(true, 0); // it ends with a reset
        return;
      }
      if (missing() > 0) {
        socket.shutdownOutput();
      }
      check(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
    }
  }

  private void check(String answer) throws IOException {
    if (status == 0) {
      if (answer.startsWith("HTTP/1.1 2")) {
        throw new AssertionError(this + " was served: " + answer);
      }
      return;
    }
    if (!answer.contains("\r\n\r\n")) {
      throw new IOException(this + " was not answered, but: " + answer);
    }
    if (answer.startsWith("HTTP/1.1 503 ")) {
      throw new IOException(this + " was refused by a server that is being closed");
    }
    if (!answer.startsWith("HTTP/1.1 " + status + " ")) {
      throw new AssertionError(this + " was not answered by status " + status + ": " + answer);
    }
    if (status == 500 && !answer.contains(":Client</faultcode>")) {
      throw new AssertionError(this + " was not answered by a Client fault: " + answer);
    }
  }
}
