package io.castile.interop.samples;

import jakarta.xml.ws.Endpoint;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URL;

/** An application in the words of the API alone: it publishes, calls, and prints what came. */
interface Sample {
  void run(PrintStream out) throws Exception;

  /** An address of this machine at which nothing is. */
  static String address(String path) throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "http://localhost:" + socket.getLocalPort() + path;
    }
  }

  static URL wsdl(String address) throws Exception {
    return new URL(address + "?wsdl");
  }

  /** What is done while an endpoint is published. */
  interface Body {
    void run(String address) throws Exception;
  }

  static void published(Endpoint endpoint, Body body) throws Exception {
    String address = address("/sample");
    endpoint.publish(address);
    try {
      body.run(address);
    } finally {
      endpoint.stop();
    }
  }
}
