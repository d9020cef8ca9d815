package io.castile.template;

import java.util.Objects;

/**
 * Which messages may be written over one another: those of one operation, in one direction.
 *
 * @param direction which way the messages go
 * @param operation the name of the operation, for statistics and layouts
 * @param identity what tells operations of one name apart; with {@code equals} and {@code hashCode}
 */
public record TemplateKey(Direction direction, String operation, Object identity) {
  public TemplateKey {
    Objects.requireNonNull(direction, "direction");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(identity, "identity");
  }
}
