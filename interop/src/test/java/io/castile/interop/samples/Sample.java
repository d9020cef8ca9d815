package io.castile.interop.samples;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import jakarta.xml.ws.Endpoint;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;

/** An application in the words of the API alone: it publishes, calls, and prints what came. */
interface Sample {
  /** The property by whose value {@code true} clients call endpoints through a gateway. */
  String THROUGH_GATEWAY = "castile.samples.gateway";

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
      if (Boolean.getBoolean(THROUGH_GATEWAY)) {
        throughGateway(URI.create(address), body);
      } else {
        body.run(address);
      }
    } finally {
      endpoint.stop();
    }
  }

  private static void throughGateway(URI address, Body body) throws Exception {
    URI origin = URI.create("http://" + address.getAuthority());
    ListenAddress anyPort = new ListenAddress("localhost", 0);
    try (Gateway gateway = Gateway.start(Configs.of(GatewaySettings.of(anyPort, origin)))) {
      gateway.policy(CachePolicy.parse("policy", "rules: [{cache: true, ttl: 1ms}]"));
      body.run("http://localhost:" + gateway.port() + address.getPath());
    }
  }
}
