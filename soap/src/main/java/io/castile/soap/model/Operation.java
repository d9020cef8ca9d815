package io.castile.soap.model;

import io.castile.codec.binding.BindingException;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.OperationDescription.MessageDescription;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a service: a method of the service endpoint interface, and the messages that a
 * call of it exchanges (WSDL 1.1 §2.4).
 *
 * <p>Thread-safe. What a message is made of is planned when it is first needed; nothing else
 * changes.
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

  private final OperationDescription description;
  private final MessagePlanner planner;

  /** For each parameter of the method whether it is a {@link Holder}. */
  private final boolean[] holders;

  private final boolean hasHolders;
  private final Attachable requestAttachments = new Attachable();
  private final Attachable responseAttachments = new Attachable();

  // Null until they are first needed: most clients call few of a service's operations.
  private volatile @Nullable Message request;
  private volatile @Nullable Message response;
  private volatile @Nullable List<FaultType> faults;

  /**
   * @param planner is asked for each message once at most
   */
  Operation(OperationDescription description, MessagePlanner planner) {
    this.description = description;
    this.planner = planner;
    Class<?>[] types = description.method().getParameterTypes();
    this.holders = new boolean[types.length];
    boolean some = false;
    for (int i = 0; i < types.length; i++) {
      holders[i] = types[i] == Holder.class;
      some |= holders[i];
    }
    this.hasHolders = some;
  }

  /** Returns the name of the operation, in the namespace of the port type. */
  public QName name() {
    return description.name();
  }

  /** Returns how its messages are laid out. */
  public Style style() {
    return description.style();
  }

  /** Returns the SOAPAction; empty for none. */
  public String action() {
    return description.action();
  }

  /** Returns the method of the interface (or of the class, where there is no interface). */
  public Method method() {
    return description.method();
  }

  /** Whether no response message follows the request. */
  public boolean oneWay() {
    return description.response() == null;
  }

  /** Returns the name of the element in the body of a request, or null where the body is empty. */
  public @Nullable QName requestElement() {
    return description.request().element();
  }

  /**
   * Plans the messages and faults, which else is done when they are first needed.
   *
   * @throws BindingException if a wrapper or fault class does not fit, or a type cannot be bound
   */
  void plan() {
    request();
    response();
    faults();
  }

  /** The request message, planned if it is first asked for, with what {@link #plan} throws. */
  public Message request() {
    Message known = request;
    if (known == null) {
      synchronized (this) {
        known = request;
        if (known == null) {
          known = planner.message(description, description.request());
          request = known;
        }
      }
    }
    return known;
  }

  /** How a request leaves. */
  public AttachmentMode requestPacking(boolean mtom) {
    return mtom ? AttachmentMode.MTOM : requestAttachments.packing(request());
  }

  /**
   * How a response leaves.
   *
   * @param wanted whether who asked has sent a package himself
   * @param accepted whether who asked takes packages, and there are any to be sent
   */
  public AttachmentMode responsePacking(boolean wanted, boolean accepted) {
    Message message = response();
    if (message == null) {
      return AttachmentMode.NONE;
    }
    return wanted || (accepted && responseAttachments.hasBinaryData(message))
        ? AttachmentMode.MTOM
        : responseAttachments.packing(message);
  }

  /** What a message can have, by the types of its values; found when it is first asked for. */
  private static final class Attachable {
    private volatile @Nullable AttachmentMode packing;
    private volatile @Nullable Boolean hasBinaryData;

    AttachmentMode packing(Message message) {
      AttachmentMode known = packing;
      if (known == null) {
        known = message.refersToAttachments() ? AttachmentMode.REFERENCES : AttachmentMode.NONE;
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

  /** The response message, as {@link #request}; null for a one-way operation. */
  public @Nullable Message response() {
    Message known = response;
    MessageDescription described = description.response();
    if (known == null && described != null) {
      synchronized (this) {
        known = response;
        if (known == null) {
          known = planner.message(description, described);
          response = known;
        }
      }
    }
    return known;
  }

  /** Returns the exceptions that the operation declares, each of which is a fault with a detail. */
  public List<Class<? extends Throwable>> exceptions() {
    return description.exceptions();
  }

  /** The faults that the operation declares, as {@link #request}. */
  public List<FaultType> faults() {
    List<FaultType> known = faults;
    if (known == null) {
      synchronized (this) {
        known = faults;
        if (known == null) {
          known = planner.faults(description);
          faults = known;
        }
      }
    }
    return known;
  }

  /**
   * Checks that there is a holder wherever the method takes one.
   *
   * @param arguments the arguments as the method takes them; null for none
   * @throws WebServiceException if one is null: nobody would get what comes back in it
   */
  public void checkHolders(Object @Nullable [] arguments) {
    if (!hasHolders) {
      return;
    }
    for (int i = 0; i < holders.length; i++) {
      if (holders[i] && (arguments == null || arguments[i] == null)) {
        throw new WebServiceException(
            "operation "
                + this
                + ": expected a Holder as argument "
                + (i + 1)
                + " of "
                + method()
                + ", found null; what comes back in it would be lost");
      }
    }
  }

  /**
   * Returns the values of a request: the arguments of a call, holders replaced by what they hold.
   *
   * @param arguments the arguments as the method takes them; null for none
   */
  public Object[] requestValues(Object @Nullable [] arguments) {
    if (holders.length == 0) {
      return new Object[0];
    }
    Object[] values =
        arguments == null ? new Object[holders.length] : Arrays.copyOf(arguments, holders.length);
    for (int i = 0; hasHolders && i < holders.length; i++) {
      if (holders[i]) {
        values[i] = held(values[i]);
      }
    }
    return values;
  }

  /**
   * Returns the same as {@link #requestValues}, to be looked at only: without holders, that is the
   * given array.
   */
  public Object[] requestView(Object @Nullable [] arguments) {
    return hasHolders || arguments == null || arguments.length != holders.length
        ? requestValues(arguments)
        : arguments;
  }

  /** Returns the arguments with which the method is called for the values of a request. */
  public Object[] arguments(Object[] requestValues) {
    Object[] arguments = requestValues.clone();
    for (int i = 0; hasHolders && i < holders.length; i++) {
      if (holders[i]) {
        arguments[i] = new Holder<>(requestValues[i]);
      }
    }
    return arguments;
  }

  /** Returns the values of a response: the result, and what the holders hold after the call. */
  public Object[] responseValues(@Nullable Object result, Object[] arguments) {
    int[] outputs = description.outputs();
    Object[] values = new Object[1 + outputs.length];
    values[0] = result;
    for (int i = 0; i < outputs.length; i++) {
      values[i + 1] = held(arguments[outputs[i]]);
    }
    return values;
  }

  /** Puts the values of a response into the caller's holders, and returns the result. */
  public @Nullable Object deliver(Object[] responseValues, Object[] arguments) {
    int[] outputs = description.outputs();
    for (int i = 0; i < outputs.length; i++) {
      @SuppressWarnings("unchecked") // the holder's type is the parameter's
      Holder<Object> holder = (Holder<Object>) arguments[outputs[i]];
      if (holder != null) {
        holder.value = responseValues[i + 1];
      }
    }
    return responseValues[0];
  }

  private static @Nullable Object held(@Nullable Object holder) {
    return holder == null ? null : ((Holder<?>) holder).value;
  }

  @Override
  public String toString() {
    return name().getLocalPart();
  }
}
