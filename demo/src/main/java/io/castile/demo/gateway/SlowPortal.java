package io.castile.demo.gateway;

import io.castile.demo.Peer;
import io.castile.demo.PortalService;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cxf.jaxws.JAXWSMethodInvoker;
import org.apache.cxf.message.Exchange;

/** The portal on Apache CXF, where each call asks a slow database first. Thread-safe. */
final class SlowPortal implements AutoCloseable {
  private final SlowWork work;
  private final Peer.Running server;
  private final Map<String, Count> counts = new ConcurrentHashMap<>();

  /** Calls of an operation, and how long the service took for them. */
  private record Count(LongAdder calls, LongAdder nanos) {}

  /** What the portal has done for an operation so far. */
  record Done(long calls, long nanos) {
    static final Done NOTHING = new Done(0, 0);

    Done minus(Done before) {
      return new Done(calls - before.calls, nanos - before.nanos);
    }
  }

  SlowPortal(PortalService service, Duration each) throws IOException, SQLException {
    work = new SlowWork(each);
    server =
        Peer.cxfServer(service, "/portal", 0, factory -> factory.setInvoker(new Slow(service)));
  }

  private final class Slow extends JAXWSMethodInvoker {
    Slow(PortalService service) {
      super(service);
    }

    @Override
    public Object invoke(Exchange exchange, Object parameters) {
      String operation = exchange.getBindingOperationInfo().getName().getLocalPart();
      long start = System.nanoTime();
      work.run();
      Object answer = super.invoke(exchange, parameters);
      Count count =
          counts.computeIfAbsent(operation, o -> new Count(new LongAdder(), new LongAdder()));
      count.calls.increment();
      count.nanos.add(System.nanoTime() - start);
      return answer;
    }
  }

  String url() {
    return server.url();
  }

  String work() {
    return work.description();
  }

  Done done(String operation) {
    Count count = counts.get(operation);
    return count == null ? Done.NOTHING : new Done(count.calls.sum(), count.nanos.sum());
  }

  @Override
  public void close() throws IOException, SQLException {
    server.close();
    work.close();
  }
}
