package io.castile.wsdl.diff;

import java.util.List;

/**
 * One difference of two descriptions.
 *
 * @param impact on clients that were made from the first description
 * @param direction of the messages in which it is
 * @param place an operation, a port or a type, with the elements that lead to the difference
 * @param text the difference, in words
 * @param operations whose messages have it, in the order of the first description; empty for one of
 *     a port
 */
public record Change(
    Impact impact, Direction direction, String place, String text, List<String> operations) {
  public Change {
    operations = List.copyOf(operations);
  }

  /** The impact of a difference on clients, the worst first. */
  public enum Impact {
    /** A request is refused, or a response cannot be read. */
    BREAKING,
    /** Some clients fail: those that read strictly, or that rely on what has changed. */
    MAY_BREAK,
    /** No client fails. */
    COMPATIBLE
  }

  /** The direction of messages. */
  public enum Direction {
    /** Both ways: how an operation is reached. */
    CALL,
    /** From a client to the server. */
    REQUEST,
    /** From the server to a client, faults too. */
    RESPONSE
  }
}
