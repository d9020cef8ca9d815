package io.castile.soap;

import jakarta.xml.ws.Holder;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * An operation of a service: a method of the service endpoint interface, and the messages that a
 * call of it exchanges (WSDL 1.1 §2.4).
 *
 * <p>Immutable and thread-safe.
 */
public final class Operation {
  /** How the messages of an operation are laid out (WSDL 1.1 §3.4, §3.5). */
  public enum Style {
    /** Document/literal, one element that wraps the parameters. */
    WRAPPED,
    /** Document/literal, the parameter is the body. */
    BARE,
    /** Rpc/literal. */
    RPC
  }

  private final QName name;
  private final Style style;
  private final String action;
  private final Method method;
  private final boolean oneWay;
  private final Message request;
  private final Message response;
  private final List<FaultType> faults;
  private final Attachable requestAttachments = new Attachable();
  private final Attachable responseAttachments = new Attachable();

  /**
   * For each entry of the response's values after the result, the index of the parameter whose
   * holder gets it.
   */
  private final int[] outputs;

  Operation(
      QName name,
      Style style,
      String action,
      Method method,
      Message request,
      Message response,
      int[] outputs,
      List<FaultType> faults) {
    this.name = name;
    this.style = style;
    this.action = action;
    this.method = method;
    this.oneWay = response == null;
    this.request = request;
    this.response = response;
    this.outputs = outputs.clone();
    this.faults = List.copyOf(faults);
  }

  /** Returns the name of the operation, in the namespace of the port type. */
  public QName name() {
    return name;
  }

  /** Returns how its messages are laid out. */
  public Style style() {
    return style;
  }

  /** Returns the SOAPAction; empty for none. */
  public String action() {
    return action;
  }

  /** Returns the method of the interface (or of the class, where there is no interface). */
  public Method method() {
    return method;
  }

  /** Whether no response message follows the request. */
  public boolean oneWay() {
    return oneWay;
  }

  /** Returns the name of the element in the body of a request, or null where the body is empty. */
  public QName requestElement() {
    return request.body().name();
  }

  Message request() {
    return request;
  }

  /** How a request leaves. */
  Packing requestPacking(boolean mtom) {
    return mtom ? Packing.MTOM : requestAttachments.packing(request);
  }

  /**
   * How a response leaves.
   *
   * @param wanted whether who asked has sent a package himself
   * @param accepted whether who asked takes packages, and there are any to be sent
   */
  Packing responsePacking(boolean wanted, boolean accepted) {
    if (response == null) {
      return Packing.NONE;
    }
    return wanted || (accepted && responseAttachments.hasBinaryData(response))
        ? Packing.MTOM
        : responseAttachments.packing(response);
  }

  /** What a message can have, by the types of its values; found when it is first asked for. */
  private static final class Attachable {
    private volatile Packing packing;
    private volatile Boolean hasBinaryData;

    Packing packing(Message message) {
      Packing known = packing;
      if (known == null) {
        known = message.refersToAttachments() ? Packing.REFERENCES : Packing.NONE;
        packing = known;
      }
      return known;
    }

    boolean hasBinaryData(Message message) {
      Boolean known = hasBinaryData;
      if (known == null) {
        known = message.hasBinaryData();
        hasBinaryData = known;
      }
      return known;
    }
  }

  /** The response message; null for a one-way operation. */
  Message response() {
    return response;
  }

  /** Returns the exceptions that the operation declares, each of which is a fault with a detail. */
  public List<Class<? extends Throwable>> exceptions() {
    List<Class<? extends Throwable>> exceptions = new ArrayList<>();
    faults.forEach(fault -> exceptions.add(fault.type()));
    return exceptions;
  }

  List<FaultType> faults() {
    return faults;
  }

  /**
   * Returns the values of a request: the arguments of a call, holders replaced by what they hold.
   *
   * @param arguments the arguments as the method takes them; null for none
   */
  public Object[] requestValues(Object[] arguments) {
    Class<?>[] types = method.getParameterTypes();
    Object[] values = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      Object argument = arguments[i];
      values[i] = types[i] == Holder.class && argument != null ? held(argument) : argument;
    }
    return values;
  }

  /** Returns the arguments with which the method is called for the values of a request. */
  public Object[] arguments(Object[] requestValues) {
    Object[] arguments = requestValues.clone();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Holder.class) {
        arguments[i] = new Holder<>(requestValues[i]);
      }
    }
    return arguments;
  }

  /** Returns the values of a response: the result, and what the holders hold after the call. */
  public Object[] responseValues(Object result, Object[] arguments) {
    Object[] values = new Object[1 + outputs.length];
    values[0] = result;
    for (int i = 0; i < outputs.length; i++) {
      values[i + 1] = held(arguments[outputs[i]]);
    }
    return values;
  }

  /** Puts the values of a response into the caller's holders, and returns the result. */
  public Object deliver(Object[] responseValues, Object[] arguments) {
    for (int i = 0; i < outputs.length; i++) {
      @SuppressWarnings("unchecked") // the holder's type is the parameter's
      Holder<Object> holder = (Holder<Object>) arguments[outputs[i]];
      if (holder != null) {
        holder.value = responseValues[i + 1];
      }
    }
    return responseValues[0];
  }

  private static Object held(Object holder) {
    return holder == null ? null : ((Holder<?>) holder).value;
  }

  @Override
  public String toString() {
    return name.getLocalPart();
  }
}
