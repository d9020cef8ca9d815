package io.castile.soap.model.internal;

import io.castile.codec.BindingException;
import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import java.util.List;

/** Finds what messages and faults are made of. Thread-safe. */
public interface MessagePlanner {
  /**
   * Plans a message of an operation.
   *
   * @throws BindingException if its wrapper class does not fit, or a type cannot be bound
   */
  Message message(OperationDescription operation, MessageDescription message);

  /**
   * Plans the faults of an operation.
   *
   * @throws BindingException if a type cannot be bound
   */
  List<FaultType> faults(OperationDescription operation);
}
