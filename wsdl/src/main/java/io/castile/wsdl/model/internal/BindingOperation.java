package io.castile.wsdl.model.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The protocol and format for calls of one operation (WSDL 1.1 §2.5).
 *
 * @param operation which one
 * @param style its own, or that of its binding
 * @param action the value of SOAPAction, or of the parameter {@code action}; may be empty
 * @param input how the input is sent; null where the operation has none
 * @param output how the output is sent; null where the operation has none
 * @param faults how faults are sent
 */
public record BindingOperation(
    Operation operation,
    Style style,
    String action,
    @Nullable MessageBinding input,
    @Nullable MessageBinding output,
    List<MessageBinding> faults) {
  public BindingOperation {
    faults = List.copyOf(faults);
  }

  /** Whether a message of the operation is encoded. */
  public boolean isEncoded() {
    return isEncoded(input) || isEncoded(output);
  }

  /** Returns the parts of all messages, faults and header blocks. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    add(operation.input(), input, parts);
    add(operation.output(), output, parts);
    operation.faults().forEach(fault -> parts.addAll(fault.message().parts()));
    return parts;
  }

  private static void add(
      @Nullable OperationMessage message, @Nullable MessageBinding binding, List<Part> parts) {
    if (message != null) {
      parts.addAll(message.message().parts());
    }
    if (binding != null) {
      binding.headers().forEach(header -> parts.add(header.part()));
    }
  }

  private static boolean isEncoded(@Nullable MessageBinding message) {
    return message != null && message.use() == Use.ENCODED;
  }
}
