package io.castile.bench.portal;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.demo.PortalService;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.Templates;
import java.io.IOException;
import java.sql.SQLException;

/**
 * The dummy search service of Takase and Tatsubori (section 5.2), a program of its own: the first
 * answer is the real one, and every later request gets the same message without being read, so that
 * the service is no bottleneck. Prints its address; ends when its standard input does.
 */
final class ReadyGoogle {
  /** What stands before the address. */
  static final String ADDRESS = "address ";

  private static final String PATH = "/portal";

  private ReadyGoogle() {}

  /** Runs the service. */
  public static void main(String[] arguments) throws IOException, SQLException {
    try (SoapServer server = start()) {
      System.out.println(ADDRESS + address(server));
      while (System.in.read() >= 0) {
        // Nothing is ever said to it but that it shall end.
      }
    }
  }

  /** Starts the service in this JVM. */
  static SoapServer start() throws SQLException {
    return Castile.server()
        .templates(Templates.off())
        .publish(PATH, PortalService.standard())
        .interceptor(new FirstAnswer())
        .start();
  }

  static String address(SoapServer server) {
    return server.url(PATH);
  }

  /** Answers all requests, which must be for one operation, as the first one. */
  private static final class FirstAnswer implements Interceptor {
    private record Ready(OperationModel operation, byte[] message) {}

    private volatile Ready ready; // null before the first answer

    @Override
    public boolean needsBytes() {
      return true;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      Ready known = ready;
      if (known == null) {
        SoapResponse first = chain.proceed(chain.request());
        if (first.fault() != null) {
          return first; // Not one that others shall have.
        }
        known = new Ready(Messages.operation(first), first.bytes());
        ready = known;
      }
      return Responses.ofKnownBytes(
          chain.request(), known.operation(), chain.request().version(), known.message());
    }
  }
}
