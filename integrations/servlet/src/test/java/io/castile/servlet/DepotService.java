package io.castile.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** See {@link Depot}; tells what has become of it. */
@WebService(
    endpointInterface = "io.castile.servlet.Depot",
    serviceName = "DepotService",
    portName = "DepotPort",
    targetNamespace = Depot.NAMESPACE)
public class DepotService implements Depot {
  /** What comes before the failure of {@link #broken}: more than a container keeps back. */
  private static final int BROKEN_AFTER = 1 << 20;

  private final List<String> life = new CopyOnWriteArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore open = new Semaphore(0);

  @Resource private WebServiceContext context;

  @PostConstruct
  void begin() {
    life.add("begins");
  }

  @PreDestroy
  void end() {
    life.add("ends");
  }

  List<String> life() {
    return life;
  }

  /** How often something was asked that may be cached. */
  int calls() {
    return calls.get();
  }

  /** Waits for a call that is held, or a note. */
  void awaitArrival() throws InterruptedException {
    assertThat(arrived.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
  }

  void letThrough(int held) {
    open.release(held);
  }

  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public List<String> names(int count) {
    calls.incrementAndGet();
    return IntStream.range(0, count).mapToObj(i -> "name " + i).toList();
  }

  @Override
  public byte[] mirror(byte[] bytes) {
    return bytes;
  }

  @Override
  public String titled(String title) {
    return title;
  }

  @Override
  public void take(String name) throws Missing {
    throw new Missing("there is no " + name, name);
  }

  @Override
  public void fail() {
    throw new IllegalStateException("out of order");
  }

  @Override
  public int hold(int number) {
    arrived.release();
    open.acquireUninterruptibly();
    life.add("held " + number);
    return number;
  }

  @Override
  public String caller(String role) {
    calls.incrementAndGet();
    MessageContext properties = context.getMessageContext();
    return (context.getUserPrincipal() == null ? "nobody" : context.getUserPrincipal().getName())
        + ", "
        + context.isUserInRole(role)
        + ", "
        + properties.get(MessageContext.PATH_INFO)
        + ", "
        + (properties.get(MessageContext.SERVLET_REQUEST) != null);
  }

  @Override
  public DataHandler broken() {
    return new DataHandler(new Broken());
  }

  @Override
  public void note(String text) {
    open.acquireUninterruptibly(); // the answer is not to wait for this
    life.add("noted " + text);
    arrived.release();
  }

  private static final class Broken implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        private int at;

        @Override
        public int read() throws IOException {
          if (at++ == BROKEN_AFTER) {
            throw new IOException("the data is broken");
          }
          return 'x';
        }
      };
    }

    @Override
    public OutputStream getOutputStream() {
      throw new UnsupportedOperationException("read only");
    }

    @Override
    public String getContentType() {
      return "application/octet-stream";
    }

    @Override
    public String getName() {
      return "broken";
    }
  }
}
