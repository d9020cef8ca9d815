package io.castile.bench.calls;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.data.RemoteTexts;
import io.castile.bench.data.Texts;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.demo.Peer;
import io.castile.template.Templates;
import java.io.IOException;
import java.time.Duration;
import org.apache.cxf.bus.extension.ExtensionManagerBus;

/** Client and server of whole calls: the rows of the suite {@code parameterized} beside senders. */
public enum CallRow {
  /** Every message is written whole, and every answer asked for. */
  TRADITIONAL("Castile, traditional"),
  /** The client keeps the bytes of each request. */
  TOTAL("Castile, total client caching"),
  /** The client writes requests over the last one. */
  PARAMETERIZED("Castile, parameterized client caching"),
  /** The server keeps its answers. */
  SERVER_CACHE("Castile, server cache"),
  BOTH("Castile, parameterized client and server cache"),
  RMI("Java RMI"),
  CXF("Apache CXF");

  private static final String PATH = "/texts";
  private static final long REQUEST_BYTES = 16 << 20;

  private final String label;

  CallRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /** A server under way. */
  public record Served(String address, AutoCloseable stop) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      stop.close();
    }
  }

  /** Starts the server of a service in this JVM. */
  public <S extends Texts & RemoteTexts> Served serve(S service) throws IOException {
    return switch (this) {
      case RMI -> RmiTexts.publish(service);
      case CXF -> {
        Peer.Running running = Peer.cxfServer(service, PATH, 0);
        yield new Served(running.url(), running);
      }
      default -> castile(service);
    };
  }

  private Served castile(Texts service) {
    var builder = Castile.server().templates(Templates.off()).publish(PATH, service);
    if (this == SERVER_CACHE || this == BOTH) {
      CacheRule all = CacheRule.forOperations().cache(true).ttl(Duration.ofHours(1)).build();
      builder.cache(CachePolicy.builder().rule(all).build());
    }
    SoapServer server = builder.start();
    return new Served(server.url(PATH), server);
  }

  /** Opens a client; to be closed if it can be. */
  public Texts client(String address) throws IOException {
    return switch (this) {
      case RMI -> RmiTexts.of(address);
      case CXF -> Peer.cxfPort(Texts.class, address, new ExtensionManagerBus());
      default -> {
        var builder = Castile.client(Texts.class).endpoint(address);
        boolean isParameterized = this == PARAMETERIZED || this == BOTH;
        builder.templates(isParameterized ? Templates.shared() : Templates.off());
        if (this == TOTAL) {
          builder.cacheRequests(REQUEST_BYTES);
        }
        yield builder.build();
      }
    };
  }
}
