package io.castile.cxf;

import io.castile.cache.internal.PendingCall;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.message.Message;

/** Tells the cache what came of an asynchronous call, before the caller is told. */
final class TellingCallback extends ClientCallback {
  private final ClientCallback caller;
  private final ClientCall call;
  private final PendingCall<ClientAnswer> pending;
  private final AtomicBoolean told = new AtomicBoolean();

  TellingCallback(ClientCallback caller, ClientCall call, PendingCall<ClientAnswer> pending) {
    this.caller = caller;
    this.call = call;
    this.pending = pending;
  }

  @Override
  public void start(Message message) {
    caller.start(message);
  }

  @Override
  public void handleResponse(Map<String, Object> context, Object[] result) {
    if (!told.getAndSet(true)) {
      pending.answered(call.come());
    }
    caller.handleResponse(context, result);
  }

  /** Called as well where the caller's own handler has thrown. */
  @Override
  public void handleException(Map<String, Object> context, Throwable thrown) {
    failed(thrown);
    caller.handleException(context, thrown);
  }

  private void failed(Throwable thrown) {
    if (!told.getAndSet(true)) {
      pending.failed(thrown);
    }
  }

  /** Asked when the response comes: the response of a cancelled call is not read. */
  @Override
  public boolean isCancelled() {
    boolean cancelled = caller.isCancelled();
    if (cancelled) {
      failed(new CancellationException());
    }
    return cancelled;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return caller.cancel(mayInterruptIfRunning);
  }

  @Override
  public Map<String, Object> getResponseContext() throws InterruptedException, ExecutionException {
    return caller.getResponseContext();
  }

  @Override
  public Object[] get() throws InterruptedException, ExecutionException {
    return caller.get();
  }

  @Override
  public Object[] get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return caller.get(timeout, unit);
  }

  @Override
  public boolean isDone() {
    return caller.isDone();
  }
}
