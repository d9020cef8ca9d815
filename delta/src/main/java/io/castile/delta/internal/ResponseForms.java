package io.castile.delta.internal;

import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import java.time.Duration;

/**
 * The forms beside deltas in which responses differ from earlier ones: the state that both ends
 * keep for them, and how content is made and read. An artifact of its own brings them, and {@link
 * java.util.ServiceLoader} finds it. The link takes care of header fields and content codings, and
 * decides which client may be answered with what, as for deltas.
 */
public interface ResponseForms {
  /** Returns a new end of a client that wants responses in a form. */
  Receiver receiver(DifferentialOptions.Form form, Bounds bounds);

  /** Returns a new end of a server, for all forms. */
  Sender sender(Bounds bounds);

  /**
   * The bounds for the data that an end may keep, and when it sends a message whole.
   *
   * @param maxBytes the weight of all states; positive
   * @param maxIdle the time after its last use for which a state is kept; positive
   * @param sharedElements {@link DifferentialOptions.Builder#sharedElements}
   * @param maxChangedElements {@link DifferentialOptions.Builder#maxChangedElements}
   */
  record Bounds(
      long maxBytes, Duration maxIdle, boolean sharedElements, double maxChangedElements) {}

  /** A client's end. Thread-safe. */
  interface Receiver {
    /**
     * Begins a call.
     *
     * @param key equal for calls whose answers are told by each other
     */
    Turn turn(Object key);

    /** Returns the weight of all states, in bytes. */
    long keptBytes();
  }

  /** One call of a client, by the state that it has named. For one thread. */
  interface Turn {
    /** Returns the name of the state; {@link Instance#NO_VERSION} for none. */
    long state();

    /**
     * Returns the message that a response to this call stands for. The receiver then holds the
     * state that comes with it.
     *
     * @param body what {@link Sender#body} has made; any bytes
     * @param next the name of the state that comes with it
     * @param maxBytes the size of the greatest message
     * @throws DeltaException if it cannot be read
     */
    byte[] message(byte[] body, long next, int maxBytes) throws DeltaException;

    /** Drops the state, because a response by it could not be read. */
    void drop();
  }

  /** A server's end. Thread-safe. */
  interface Sender {
    /**
     * Returns the content that is sent for a message.
     *
     * @param caller equal for those that may be answered by what others got
     * @param state the name of the state that the client holds; {@link Instance#NO_VERSION} for
     *     none
     * @param next the name of the state in which both ends are with the response
     */
    Body body(DifferentialOptions.Form form, Object caller, long state, long next, byte[] message);

    /** Returns the weight of all states, in bytes. */
    long keptBytes();
  }

  /**
   * The content that is sent for a message.
   *
   * @param isKnown whether the state that the client has named is here
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Body(byte[] bytes, boolean isKnown) {}
}
