package io.castile.bench.floor.constant;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/** A server that reads requests whole and has one answer for all of them. */
enum ConstantServer {
  /** Reads once, writes once, and knows nothing of HTTP: what no server can be faster than. */
  BARE("bare socket, a thread for a connection"),
  /** The server of {@code castile-jetty}, with its limits, its watch over slow requests and all. */
  CASTILE("Castile's server on Jetty"),
  JETTY("Jetty"),
  NETTY("Netty, in the event loop"),
  NETTY_WORKERS("Netty, handed to workers"),
  UNDERTOW("Undertow, in the event loop"),
  UNDERTOW_WORKERS("Undertow, handed to workers"),
  HTTP_CORE("Apache HttpCore, classic"),
  /** Needs Java 21: a program of its own, which is not compiled with the others. */
  HELIDON("Helidon, virtual threads");

  /** The bytes of the content of an answer. */
  static final int ANSWER_BYTES = 300;

  static final String CONTENT_TYPE = "text/xml; charset=utf-8";

  /** Threads that may answer at once, where there are such. */
  static final int WORKERS = 64;

  static final InetAddress HOST = InetAddress.getLoopbackAddress();

  private final String label;

  ConstantServer(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** Those that any JDK runs that runs this program. */
  static List<ConstantServer> compiled() {
    return List.of(values()).stream().filter(row -> row != HELIDON).toList();
  }

  /**
   * Starts it in this JVM, for as long as that lives.
   *
   * @return its port on the loopback interface
   */
  int start() throws Exception {
    return switch (this) {
      case BARE -> BareServer.start();
      case CASTILE -> CastileServer.start();
      case JETTY -> PlainJetty.start();
      case NETTY -> NettyServer.start(false);
      case NETTY_WORKERS -> NettyServer.start(true);
      case UNDERTOW -> UndertowServer.start(false);
      case UNDERTOW_WORKERS -> UndertowServer.start(true);
      case HTTP_CORE -> HttpCoreServer.start();
      case HELIDON -> throw new IOException("Helidon is started as a program of its own");
    };
  }

  /** The content of every answer; the caller's. */
  static byte[] answer() {
    byte[] answer = new byte[ANSWER_BYTES];
    Arrays.fill(answer, (byte) 'x');
    return answer;
  }
}
