package io.castile.shop;

import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;

/** Handlers that say what is called, and one of which does as told. */
public final class TracedHandlers {
  /** What a handler does instead of going on. */
  public enum Deed {
    GO_ON,
    STOP,
    REFUSE,
    FAIL
  }

  private static final List<String> TRACE = new CopyOnWriteArrayList<>();
  private static volatile String place = "";
  private static volatile Deed deed = Deed.GO_ON;

  private TracedHandlers() {}

  /** Forgets what was said, and has one handler do something in one of its methods. */
  static void plan(String newPlace, Deed newDeed) {
    TRACE.clear();
    place = newPlace;
    deed = newDeed;
  }

  static List<String> trace() {
    return List.copyOf(TRACE);
  }

  static void say(String text) {
    TRACE.add(text);
  }

  /** Logical and other handlers mixed, in the order of {@code handlers.xml}. */
  static List<Handler<?>> all() {
    return List.of(new S1(), new L1(), new S2(), new L2());
  }

  private static boolean step(Object handler, String method, MessageContext context) {
    boolean outbound = (Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY);
    String here = handler.getClass().getSimpleName() + " " + method + (outbound ? " out" : " in");
    TRACE.add(here);
    if (!here.equals(place)) {
      return true;
    }
    return switch (deed) {
      case GO_ON -> true;
      case STOP -> false;
      case REFUSE -> throw new ProtocolException("refused");
      case FAIL -> throw new IllegalStateException("failed");
    };
  }

  /** A logical handler. */
  public abstract static class Logical implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      return step(this, "message", context);
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return step(this, "fault", context);
    }

    @Override
    public void close(MessageContext context) {
      TRACE.add(getClass().getSimpleName() + " close");
    }
  }

  /** A handler of SOAP. */
  public abstract static class Soap implements SOAPHandler<SOAPMessageContext> {
    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return step(this, "message", context);
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return step(this, "fault", context);
    }

    @Override
    public void close(MessageContext context) {
      TRACE.add(getClass().getSimpleName() + " close");
    }
  }

  /** The first of its kind. */
  public static final class L1 extends Logical {}

  /** The second of its kind. */
  public static final class L2 extends Logical {}

  /** The first of its kind. */
  public static final class S1 extends Soap {}

  /** The second of its kind. */
  public static final class S2 extends Soap {}
}
