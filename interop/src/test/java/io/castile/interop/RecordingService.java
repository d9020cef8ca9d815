package io.castile.interop;

import jakarta.xml.ws.Holder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A service of any interface: keeps what it was given, and answers what it was told to. */
public final class RecordingService implements InvocationHandler {
  private final BlockingQueue<Object[]> received = new LinkedBlockingQueue<>();

  private volatile MessageValues answer;
  private volatile Throwable failure;

  public Object proxy(Class<?> sei) {
    return Proxy.newProxyInstance(sei.getClassLoader(), new Class<?>[] {sei}, this);
  }

  /** Sets what the next call answers. */
  public void answer(MessageValues values) {
    answer = values;
    failure = null;
  }

  /** Sets what the next call throws. */
  public void fail(Throwable exception) {
    failure = exception;
  }

  /** Takes what the last call was given; null if there was none, or not within a while. */
  public Object[] received() throws InterruptedException {
    return received.poll(10, TimeUnit.SECONDS);
  }

  /** Takes what a call was given that has come back; null if the service was not called. */
  public Object[] receivedAlready() {
    return received.poll();
  }

  /** Forgets calls that nobody has asked about. */
  public void clear() {
    received.clear();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.invoke(this, arguments);
    }
    Parameter[] parameters = method.getParameters();
    Object[] values = new Object[parameters.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i] instanceof Holder<?> holder ? holder.value : arguments[i];
    }
    received.add(values);
    if (failure != null) {
      throw failure;
    }
    MessageValues response = answer;
    if (response == null) {
      return null; // one-way
    }
    for (int i = 0; i < values.length; i++) {
      if (arguments[i] instanceof Holder<?> holder) {
        set(holder, response.sent()[i]);
      }
    }
    return response.sent()[values.length];
  }

  @SuppressWarnings("unchecked") // the value was made for this holder
  static void set(Holder<?> holder, Object value) {
    ((Holder<Object>) holder).value = value;
  }
}
