package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.handler.MessageContext;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The asynchronous methods of an interface, in all their forms. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AsyncCallsTest {
  /** Says that a text is too long. */
  @WebFault(name = "TooLong", targetNamespace = "urn:slow")
  public static final class TooLong extends Exception {
    private static final long serialVersionUID = 1;

    public TooLong(String message, String faultInfo) {
      super(message);
    }

    public TooLong(String message, String faultInfo, Throwable cause) {
      super(message, cause);
    }

    public String getFaultInfo() {
      return "long";
    }
  }

  /** A service that answers when it is told to. */
  @WebService(targetNamespace = "urn:slow")
  public interface Slow {
    @WebMethod
    String echo(@WebParam(name = "text") String text) throws TooLong;

    @WebMethod
    Response<String> echoAsync(@WebParam(name = "text") String text);

    @WebMethod
    Future<?> echoAsync(@WebParam(name = "text") String text, AsyncHandler<String> handler);

    @WebMethod
    double[] same(@WebParam(name = "values") double[] values);

    @WebMethod
    CompletableFuture<double[]> sameAsync(@WebParam(name = "values") double[] values);
  }

  /** Says that a call has arrived, and waits for a permit before it answers. */
  @WebService(targetNamespace = "urn:slow", endpointInterface = "io.castile.AsyncCallsTest$Slow")
  public static final class SlowService {
    private final Semaphore arrived;
    private final Semaphore permits;

    SlowService(Semaphore arrived, Semaphore permits) {
      this.arrived = arrived;
      this.permits = permits;
    }

    public String echo(String text) throws TooLong {
      arrived.release();
      permits.acquireUninterruptibly();
      if (text.length() > 100) {
        throw new TooLong("too long", "long");
      }
      return text;
    }

    public double[] same(double[] values) {
      arrived.release();
      permits.acquireUninterruptibly();
      return values;
    }
  }

  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore permits = new Semaphore(0);
  private SoapServer server;
  private Slow slow;

  @BeforeEach
  void start() {
    server = Castile.server().publish("/slow", new SlowService(arrived, permits)).start();
    slow = Castile.client(Slow.class).endpoint(server.url("/slow")).build();
  }

  @AfterEach
  void stop() throws Exception {
    permits.release(1000);
    ((AutoCloseable) slow).close();
    server.close();
  }

  @Test
  void aResponseBringsTheResultAndItsContext() throws Exception {
    Response<String> response = slow.echoAsync("a <b>");
    assertThat(response.isDone()).isFalse();
    assertThat(response.getContext()).isEmpty();

    permits.release();

    assertThat(response.get()).isEqualTo("a <b>");
    assertThat(response.getContext()).containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
  }

  @Test
  void aHandlerIsGivenTheResult() throws Exception {
    CompletableFuture<Response<String>> given = new CompletableFuture<>();
    permits.release();

    Future<?> future = slow.echoAsync("a", given::complete);

    assertThat(given.get().get()).isEqualTo("a");
    assertThat(future.get()).isEqualTo("a");
    assertThat(given.get().getContext()).containsKey(MessageContext.HTTP_RESPONSE_HEADERS);
  }

  @Test
  void whatTheCallFailsWithIsTheCause() {
    permits.release(2);

    assertThatThrownBy(() -> slow.echoAsync("a".repeat(101)).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TooLong.class);
    assertThatThrownBy(() -> slow.echo("a".repeat(101))).isInstanceOf(TooLong.class);
  }

  @Test
  void argumentsAndContextAreTakenWhenTheMethodReturns() throws Exception {
    double[] values = {1, 2};
    List<Runnable> tasks = new ArrayList<>();
    Slow later =
        Castile.client(Slow.class).endpoint(server.url("/slow")).executor(tasks::add).build();

    CompletableFuture<double[]> answer = later.sameAsync(values);
    values[0] = 3;
    ((BindingProvider) later)
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:1/nobody");
    permits.release();
    tasks.forEach(Runnable::run);

    assertThat(answer.get()).containsExactly(1, 2);
  }

  @Test
  void cancellingEndsTheCall() throws Exception {
    CountDownLatch handled = new CountDownLatch(1);
    Future<?> future = slow.echoAsync("a", response -> handled.countDown());
    arrived.acquire();

    assertThat(future.cancel(true)).isTrue();

    assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    permits.release(2);
    assertThat(slow.echo("b")).isEqualTo("b");
  }

  @Test
  void cancellingEndsTheCallOfADispatch() throws Exception {
    CountDownLatch handled = new CountDownLatch(1);
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class).endpoint(server.url("/slow")).build();
    String payload = "<s:echo xmlns:s='urn:slow'><text>a</text></s:echo>";
    Future<?> future =
        dispatch.invokeAsync(
            new StreamSource(new StringReader(payload)), response -> handled.countDown());
    arrived.acquire();

    assertThat(future.cancel(true)).isTrue();

    assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue(); // the service still waits
    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
  }

  @Test
  void aThreadsOwnContextHoldsForItsAsynchronousCalls() throws Exception {
    BindingProvider provider = (BindingProvider) slow;
    provider.getRequestContext().put("thread.local.request.context", true);
    CompletableFuture<Response<String>> elsewhere = new CompletableFuture<>();
    Thread other =
        new Thread(
            () -> {
              provider
                  .getRequestContext()
                  .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:1/nobody");
              elsewhere.complete(slow.echoAsync("other"));
            });
    permits.release(2);

    other.start();

    assertThatThrownBy(() -> elsewhere.get().get())
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("localhost:1");
    assertThat(slow.echoAsync("own").get()).isEqualTo("own");
  }

  @Test
  void manyCallsAreMadeAtOnce() throws Exception {
    List<Response<String>> responses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      responses.add(slow.echoAsync("no. " + i));
    }
    arrived.acquire(100);
    permits.release(100);

    for (int i = 0; i < 100; i++) {
      assertThat(responses.get(i).get()).isEqualTo("no. " + i);
    }
  }

  @Test
  void anExecutorThatRefusesIsHeard() {
    Slow refused =
        Castile.client(Slow.class)
            .endpoint(server.url("/slow"))
            .executor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build();

    assertThatThrownBy(() -> refused.echoAsync("a")).isInstanceOf(RejectedExecutionException.class);
  }
}
