package io.castile.soap.model.internal;

import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.Operation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation without a method: the code that describes it brings the codecs of its messages.
 *
 * @param name in the namespace of the port type
 * @param action the SOAPAction; empty for none
 * @param isOneWay whether no response follows
 * @param identity tells it from all operations but itself, in every client that has it; what a
 *     shared cache or template store knows of it is found by that
 * @param messages what is exchanged
 */
public record DescribedOperation(
    QName name, String action, boolean isOneWay, Object identity, Messages messages) {
  public DescribedOperation {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(messages, "messages");
  }

  /** The messages of an operation, each made when it is first needed. Thread-safe. */
  public interface Messages {
    /** Returns how the messages are laid out. */
    Operation.Style style();

    /** Returns the request, which has a slot for each parameter; always the same. */
    Message request();

    /** Returns the response, whose first value is the result; null for a one-way operation. */
    @Nullable Message response();

    /** Returns the values of a request, as {@link SoapRequest#arguments} has them. */
    List<Parameter> requestParameters();

    /** Returns the result that a caller gets of the values of a response; is not changed. */
    default @Nullable Object result(@Nullable Object[] values) {
      return values[0];
    }

    /** Returns the values of a response, as {@link SoapResponse#values} has them. */
    List<Parameter> responseParameters();
  }

  /** The method that stands for all operations without one. */
  public static Method method() {
    try {
      return Messages.class.getMethod("request");
    } catch (NoSuchMethodException e) {
      throw new AssertionError("the interface has the method", e);
    }
  }
}
