package io.castile.interop.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.template.Templates;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A process that serves the workshop until its input ends, or it is killed. */
final class WorkshopServer {
  /** Larger messages are refused. */
  static final int MAX_BYTES = 256 << 10;

  /** Requests served at once; beside these the pool has no more threads than at the beginning. */
  static final int MAX_THREADS = 16;

  /** So little that what is kept is full soon. */
  private static final long KEPT_BYTES = 400_000;

  private WorkshopServer() {}

  /**
   * Prints a line once it listens, and one for each line that it reads: calls served, calls of
   * {@link Workshop#never}, and its footprint.
   *
   * @param args the port
   */
  public static void main(String[] args) throws IOException {
    // One line and a stack for each call that is made to fail; read when the class is first used.
    System.setProperty(
        "org.slf4j.simpleLogger.log.io.castile.soap.exchange.internal.FaultMapper", "off");
    Service service = new Service();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("list").cache(true).ttl(Duration.ofMillis(50)).build())
            .build();
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .port(Integer.parseInt(args[0]))
            .publish("/workshop", service)
            .limits(
                XmlLimits.builder()
                    .maxBytes(MAX_BYTES)
                    .maxDepth(64)
                    .maxAttributes(64)
                    .maxNameBytes(256)
                    .maxTextBytes(MAX_BYTES)
                    .maxNamespaces(64)
                    .build())
            .templates(Templates.builder().maxBytes(KEPT_BYTES).maxReadBytes(KEPT_BYTES).build())
            .differential(
                Differential.of(DifferentialOptions.builder().maxBytes(KEPT_BYTES).build()))
            .cache(policy)
            .transport(t -> t.maxThreads(MAX_THREADS))
            .mtom(1000)
            .start()) {
      System.out.println("serving on " + server.port());
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(service.served + ";" + service.never + ";" + Footprint.now().line());
      }
    }
  }

  /** Counts what it serves; lists are not counted, which may come from a cache. */
  @WebService(
      endpointInterface = "io.castile.interop.soak.Workshop",
      targetNamespace = Workshop.NAMESPACE)
  public static final class Service implements Workshop {
    private final AtomicLong served = new AtomicLong();
    private final AtomicLong never = new AtomicLong();

    @Override
    public int add(int a, int b) {
      served.incrementAndGet();
      return a + b;
    }

    @Override
    public List<Piece> list(int seed, int count) {
      return Piece.list(seed, count);
    }

    @Override
    public byte[] mirror(byte[] bytes) {
      served.incrementAndGet();
      return bytes;
    }

    @Override
    public String signed(String token, String text) {
      served.incrementAndGet();
      return token + ": " + text;
    }

    @Override
    public void refuse(String name) throws Refused {
      served.incrementAndGet();
      throw new Refused("there is no " + name, name);
    }

    @Override
    public void fail(String text) {
      served.incrementAndGet();
      throw new IllegalStateException(text);
    }

    @Override
    public void tell(String text) {
      served.incrementAndGet();
    }

    @Override
    public void never() {
      never.incrementAndGet();
    }
  }
}
