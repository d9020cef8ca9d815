package io.castile.soap.model.internal;

import io.castile.codec.BindingException;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.Operation;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a service: a method of the service endpoint interface, and the messages that a
 * call of it exchanges (WSDL 1.1 §2.4).
 *
 * <p>Thread-safe. What a message is made of is planned when it is first needed; nothing else
 * changes.
 */
public final class OperationModel implements Operation {

  private static final boolean[] NO_HOLDERS = {};
  private static final int[] NO_OUTPUTS = {};

  private final QName name;
  private final @Nullable Style style; // null where the operation's messages say it
  private final boolean isEncoded;
  private final String action;
  private final Method method;
  private final boolean oneWay;
  private final @Nullable QName requestElement;
  private final List<Class<? extends Throwable>> exceptions;
  private final int parameters;
  private final @Nullable DescribedOperation described; // null where a method is the operation

  /** Which parameters are holders; empty where none is. */
  private final boolean[] holders;

  /** The parameters whose values come back, by their places. */
  private final int[] outputs;

  /** Are asked when messages are planned. */
  private final OperationDescriptions descriptions;

  private final MessagePlanner planner;

  // Null until they are first needed: most clients call few of a service's operations.
  private volatile @Nullable Message request;
  private volatile @Nullable Message response;
  private volatile @Nullable List<FaultType> faults;
  private volatile @Nullable Attachable requestAttachments;
  private volatile @Nullable Attachable responseAttachments;

  /** Returns the operation as Castile's modules know it. */
  public static OperationModel of(Operation operation) {
    return (OperationModel) operation;
  }

  /**
   * @param description is not kept
   * @param descriptions have it whenever it is needed
   * @param planner is asked for each message once at most
   */
  public OperationModel(
      OperationDescription description,
      OperationDescriptions descriptions,
      MessagePlanner planner) {
    QName element = description.request().element();
    this.name = description.name();
    this.style = description.style();
    this.isEncoded = description.isEncoded();
    this.action = description.action();
    this.method = description.method();
    this.oneWay = description.response() == null;
    this.requestElement = name.equals(element) ? name : element;
    this.exceptions = description.exceptions();
    this.outputs = description.outputs().length == 0 ? NO_OUTPUTS : description.outputs();
    this.descriptions = descriptions;
    this.planner = planner;
    Class<?>[] types = method.getParameterTypes();
    this.parameters = types.length;
    this.holders = holders(types);
    this.described = null;
  }

  /** An operation without a method of its own. */
  public OperationModel(DescribedOperation described) {
    this.name = described.name();
    this.style = null;
    this.isEncoded = false; // its messages say it themselves
    this.action = described.action();
    this.method = DescribedOperation.method();
    this.oneWay = described.isOneWay();
    this.requestElement = null;
    this.exceptions = List.of();
    this.outputs = NO_OUTPUTS;
    this.descriptions = OperationDescriptions.NONE;
    this.planner = new AnyMessages();
    this.parameters = 0;
    this.holders = NO_HOLDERS;
    this.described = described;
  }

  private static boolean[] holders(Class<?>[] types) {
    boolean[] holders = NO_HOLDERS;
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Holder.class) {
        holders = holders == NO_HOLDERS ? new boolean[types.length] : holders;
        holders[i] = true;
      }
    }
    return holders;
  }

  /** Returns the name of the operation, in the namespace of the port type. */
  @Override
  public QName name() {
    return name;
  }

  /** Returns how its messages are laid out. */
  @Override
  public Style style() {
    return described == null ? Objects.requireNonNull(style) : described.messages().style();
  }

  /** Whether its messages are in SOAP encoding (SOAP 1.1 §5): rpc/encoded. */
  @Override
  public boolean isEncoded() {
    return isEncoded;
  }

  /**
   * Whether one object may be in several values of a message: then a cache, which keeps value by
   * value, keeps nothing.
   */
  public boolean sharesAmongParts() {
    boolean mayBe = isEncoded || described != null;
    Message answer = mayBe ? response() : null;
    return mayBe
        && (request().body().sharesAmongParts()
            || answer != null && answer.body().sharesAmongParts());
  }

  /** Returns the SOAPAction; empty for none. */
  @Override
  public String action() {
    return action;
  }

  /**
   * Returns the method of the interface (or of the class, where there is no interface); one that
   * stands for nothing where no method is the operation.
   */
  @Override
  public Method method() {
    return method;
  }

  /**
   * Returns what is equal for this operation in all models that have it, and for no other one: the
   * method, or what a description says.
   */
  public Object identity() {
    return described == null ? method : described.identity();
  }

  /** Returns the types of the arguments of a call. */
  @Override
  public Class<?>[] parameterTypes() {
    if (described == null) {
      return method.getParameterTypes();
    }
    Class<?>[] types = new Class<?>[parameterCount()];
    Arrays.fill(types, Object.class);
    return types;
  }

  /** Returns how many arguments a call has. */
  public int parameterCount() {
    return described == null ? parameters : request().slots();
  }

  /** Returns what describes the operation; null where a method is the operation. */
  public @Nullable DescribedOperation described() {
    return described;
  }

  /** Whether a parameter or the result is a stream, whose items are given or taken one by one. */
  boolean hasItems() {
    return method().getReturnType() == Stream.class || takesItems();
  }

  /** Whether a parameter is a stream. */
  boolean takesItems() {
    return List.of(method().getParameterTypes()).contains(Stream.class);
  }

  /** Whether no response message follows the request. */
  @Override
  public boolean oneWay() {
    return oneWay;
  }

  /** Returns the name of the element in the body of a request, or null where the body is empty. */
  @Override
  public @Nullable QName requestElement() {
    return described == null ? requestElement : request().body().name();
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
          known = described == null ? plannedRequest() : described.messages().request();
          request = known;
        }
      }
    }
    return known;
  }

  private Message plannedRequest() {
    OperationDescription description = descriptions.operation(method);
    return planner.message(description, description.request());
  }

  private Message plannedResponse() {
    OperationDescription description = descriptions.operation(method);
    return planner.message(description, Objects.requireNonNull(description.response()));
  }

  /** How a request leaves. */
  public AttachmentMode requestPacking(boolean mtom) {
    return mtom ? AttachmentMode.MTOM : requestAttachments().packing(request());
  }

  /**
   * How a response leaves.
   *
   * @param wanted whether the client has sent a package itself
   * @param accepted whether the client takes packages, and there are any to be sent
   */
  public AttachmentMode responsePacking(boolean wanted, boolean accepted) {
    Message message = response();
    if (message == null) {
      return AttachmentMode.NONE;
    }
    Attachable attachable = responseAttachments();
    return wanted || (accepted && attachable.hasBinaryData(message))
        ? AttachmentMode.MTOM
        : attachable.packing(message);
  }

  private Attachable requestAttachments() {
    Attachable known = requestAttachments;
    if (known == null) {
      known = new Attachable(); // what two threads find out is the same
      requestAttachments = known;
    }
    return known;
  }

  private Attachable responseAttachments() {
    Attachable known = responseAttachments;
    if (known == null) {
      known = new Attachable();
      responseAttachments = known;
    }
    return known;
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
    if (known == null && !oneWay) {
      synchronized (this) {
        known = response;
        if (known == null) {
          known = described == null ? plannedResponse() : described.messages().response();
          response = known;
        }
      }
    }
    return known;
  }

  /** Returns the exceptions that the operation declares, each of which is a fault with a detail. */
  @Override
  public List<Class<? extends Throwable>> exceptions() {
    return exceptions;
  }

  /** The faults that the operation declares, as {@link #request}. */
  public List<FaultType> faults() {
    List<FaultType> known = faults;
    if (known == null) {
      synchronized (this) {
        known = faults;
        if (known == null) {
          known = exceptions.isEmpty() ? List.of() : planner.faults(descriptions.operation(method));
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
   * @throws WebServiceException if one is null: what comes back in it would be lost
   */
  public void checkHolders(Object @Nullable [] arguments) {
    for (int i = 0; i < holders.length; i++) {
      if (holders[i] && (arguments == null || arguments[i] == null)) {
        throw new WebServiceException(
            "Cannot return a value in argument "
                + (i + 1)
                + " of "
                + method()
                + " (operation "
                + this
                + "), because it is null. Pass a Holder.");
      }
    }
  }

  /**
   * Returns the values of a request: the arguments of a call, holders replaced by what they hold.
   *
   * @param arguments the arguments as the method takes them; null for none
   */
  public Object[] requestValues(Object @Nullable [] arguments) {
    int parameters = parameterCount();
    if (parameters == 0) {
      return new Object[0];
    }
    Object[] values =
        arguments == null ? new Object[parameters] : Arrays.copyOf(arguments, parameters);
    for (int i = 0; i < holders.length; i++) {
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
    return holders.length > 0 || arguments == null || arguments.length != parameterCount()
        ? requestValues(arguments)
        : arguments;
  }

  /** Returns the arguments with which the method is called for the values of a request. */
  public Object[] arguments(Object[] requestValues) {
    Object[] arguments = requestValues.clone();
    for (int i = 0; i < holders.length; i++) {
      if (holders[i]) {
        arguments[i] = new Holder<>(requestValues[i]);
      }
    }
    return arguments;
  }

  /** Returns the values of a response: the result, and what the holders hold after the call. */
  public Object[] responseValues(@Nullable Object result, Object[] arguments) {
    Object[] values = new Object[1 + outputs.length];
    values[0] = result;
    for (int i = 0; i < outputs.length; i++) {
      values[i + 1] = held(arguments[outputs[i]]);
    }
    return values;
  }

  /** Puts the values of a response into the caller's holders, and returns the result. */
  public @Nullable Object deliver(Object[] responseValues, Object[] arguments) {
    for (int i = 0; i < outputs.length; i++) {
      @SuppressWarnings("unchecked") // the holder's type is the parameter's
      Holder<Object> holder = (Holder<Object>) arguments[outputs[i]];
      if (holder != null) {
        holder.value = responseValues[i + 1];
      }
    }
    return described == null ? responseValues[0] : described.messages().result(responseValues);
  }

  private static @Nullable Object held(@Nullable Object holder) {
    return holder == null ? null : ((Holder<?>) holder).value;
  }

  @Override
  public String toString() {
    return name().getLocalPart();
  }
}
