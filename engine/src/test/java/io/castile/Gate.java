package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A service whose calls wait until somebody lets them through. */
@WebService(name = "Gate", targetNamespace = "urn:gate?a&b<c>")
public interface Gate {
  /** Returns {@code number} when the call has been let through. */
  @WebMethod
  int pass(int number);

  /** Counts who has come, and lets nobody through by itself. */
  @WebService(
      endpointInterface = "io.castile.Gate",
      serviceName = "GateService",
      targetNamespace = "urn:gate?a&b<c>")
  final class Service implements Gate {
    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore open = new Semaphore(0);

    @Override
    public int pass(int number) {
      arrived.release();
      open.acquireUninterruptibly();
      return number;
    }

    void awaitArrival() throws InterruptedException {
      assertThat(arrived.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    void letThrough(int calls) {
      open.release(calls);
    }
  }
}
