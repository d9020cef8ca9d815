package io.castile.generate.source;

import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of an interface, which stands for an operation.
 *
 * @param javaName of the method
 * @param bound the operation, and how it is called
 * @param request the element around parameters; null where there is none
 * @param response the element around the result; null where there is none
 * @param parameters in their order
 * @param result what the method returns; null for nothing
 * @param faults exceptions that it declares
 * @param notes what else to know, for its documentation
 */
record SeiMethod(
    String javaName,
    BindingOperation bound,
    @Nullable SeiWrapper request,
    @Nullable SeiWrapper response,
    List<SeiParameter> parameters,
    @Nullable SeiParameter result,
    List<SeiFault> faults,
    List<String> notes) {
  SeiMethod {
    parameters = List.copyOf(parameters);
    faults = List.copyOf(faults);
    notes = List.copyOf(notes);
  }

  boolean isRpc() {
    return bound.style() == Style.RPC;
  }

  /** Whether the messages are encoded (SOAP 1.1 §5). */
  boolean isEncoded() {
    return bound.isEncoded();
  }

  /** Whether the body is an element of its own, not one around parameters. */
  boolean isBare() {
    return !isRpc() && request == null;
  }

  boolean isOneWay() {
    return bound.operation().isOneWay();
  }
}
