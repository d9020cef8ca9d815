package io.castile.wsdl.model.internal;

import io.castile.wsdl.model.Place;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An abstract operation of a port type (WSDL 1.1 §2.4).
 *
 * @param name of the operation; a port type may have several of one name
 * @param documentation what its author says of it; may be empty
 * @param parameterOrder names of parts in the order of a signature (§2.4.6); empty for none
 * @param input what a caller sends; null for a notification
 * @param output what comes back; null for a one-way operation
 * @param faults what may come instead of the output
 * @param place where the operation stands
 */
public record Operation(
    String name,
    String documentation,
    List<String> parameterOrder,
    @Nullable OperationMessage input,
    @Nullable OperationMessage output,
    List<OperationMessage> faults,
    Place place) {
  public Operation {
    Objects.requireNonNull(name, "name");
    parameterOrder = List.copyOf(parameterOrder);
    faults = List.copyOf(faults);
  }

  /** Whether nothing comes back. */
  public boolean isOneWay() {
    return output == null;
  }
}
