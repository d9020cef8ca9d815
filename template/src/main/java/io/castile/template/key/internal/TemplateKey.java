package io.castile.template.key.internal;

import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.key.Direction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of messages that may be written over one another: those of one operation, or of
 * operations whose messages are alike, in one direction. Thread-safe; made once and used for many
 * messages.
 */
public final class TemplateKey {
  private final Direction direction;
  private final String operation;
  private final Object identity;
  private final boolean stuffed;
  private final int hash;

  /**
   * Returns the data that a store keeps for reading under this key, for as long as the key exists.
   */
  public volatile @Nullable Object held;

  /**
   * @param direction which way the messages go
   * @param operation the name of the operation, for statistics and layouts
   * @param identity what tells operations of one name apart; with {@code equals} and {@code
   *     hashCode}. Kept by stores of templates for as long as these are: it is not to lead to a
   *     class loader
   */
  public TemplateKey(Direction direction, String operation, Object identity) {
    this(direction, operation, identity, true);
  }

  /**
   * Returns the key of all operations of one name whose messages are alike, whichever services they
   * are of.
   *
   * @param shape the names and types of which the messages are made
   */
  public static TemplateKey ofShape(Direction direction, String operation, String shape) {
    return new TemplateKey(direction, operation, new Shape(shape));
  }

  /** What tells messages apart that services share. */
  private record Shape(String text) {}

  /** Whether different services may write messages under this key. */
  public boolean isAcrossServices() {
    return identity instanceof Shape;
  }

  private TemplateKey(Direction direction, String operation, Object identity, boolean stuffed) {
    this.direction = Objects.requireNonNull(direction, "direction");
    this.operation = Objects.requireNonNull(operation, "operation");
    this.identity = Objects.requireNonNull(identity, "identity");
    this.stuffed = stuffed;
    this.hash = Objects.hash(direction.ordinal(), operation, identity, stuffed);
  }

  /**
   * Returns this key for messages that are not stuffed, whatever the options say ({@link
   * Stuffing}).
   */
  public TemplateKey unstuffed() {
    return new TemplateKey(direction, operation, identity, false);
  }

  /** Whether messages may be stuffed, if the options say so. */
  public boolean isStuffed() {
    return stuffed;
  }

  /** Returns the direction of the messages. */
  public Direction direction() {
    return direction;
  }

  /** The name of the operation. */
  public String operation() {
    return operation;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof TemplateKey that
            && hash == that.hash
            && direction == that.direction
            && stuffed == that.stuffed
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
