package io.castile.template;

import java.util.Objects;

/**
 * Which messages may be written over one another: those of one operation, in one direction.
 * Immutable; made once and used for many messages.
 */
public final class TemplateKey {
  private final Direction direction;
  private final String operation;
  private final Object identity;
  private final int hash;

  /**
   * @param direction which way the messages go
   * @param operation the name of the operation, for statistics and layouts
   * @param identity what tells operations of one name apart; with {@code equals} and {@code
   *     hashCode}
   */
  public TemplateKey(Direction direction, String operation, Object identity) {
    this.direction = Objects.requireNonNull(direction, "direction");
    this.operation = Objects.requireNonNull(operation, "operation");
    this.identity = Objects.requireNonNull(identity, "identity");
    this.hash = Objects.hash(direction.ordinal(), operation, identity);
  }

  /** Which way the messages go. */
  public Direction direction() {
    return direction;
  }

  /** The name of the operation. */
  public String operation() {
    return operation;
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof TemplateKey that
            && hash == that.hash
            && direction == that.direction
            && operation.equals(that.operation)
            && identity.equals(that.identity));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return direction + " of " + operation;
  }
}
