package io.castile.bench.gateway;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.demo.PortalService;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The portal on Castile's server: says its port, then how often it was called, for each line. */
final class OriginProgram {
  static final String PORT = "port ";
  static final String CALLS = "calls ";

  private OriginProgram() {}

  /** Runs the service until its input ends. */
  public static void main(String[] arguments) throws Exception {
    AtomicLong calls = new AtomicLong();
    SoapServer server =
        Castile.server()
            .host("127.0.0.1")
            .interceptor(
                chain -> {
                  calls.incrementAndGet();
                  return chain.proceed(chain.request());
                })
            .publish("/portal", PortalService.standard())
            .start();
    String url = server.url("/portal");
    System.out.println(PORT + url.replaceAll(".*:(\\d+)/.*", "$1"));
    answerLines(calls);
    System.exit(0);
  }

  private static void answerLines(AtomicLong calls) throws IOException {
    int read = System.in.read();
    while (read >= 0) {
      if (read == '\n') {
        System.out.println(CALLS + calls.get());
      }
      read = System.in.read();
    }
  }
}
