package io.castile.soap.model.internal;

import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import java.util.List;

/** Messages that hold any element, or none. */
final class AnyMessages implements MessagePlanner {
  private static final BodyCodec ANY = new BodyCodec.Any();

  @Override
  public Message message(OperationDescription operation, MessageDescription message) {
    return new Message(message.slots(), ANY, List.of(), List.of());
  }

  @Override
  public List<FaultType> faults(OperationDescription operation) {
    return List.of();
  }
}
