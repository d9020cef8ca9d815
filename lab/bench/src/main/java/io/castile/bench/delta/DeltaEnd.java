package io.castile.bench.delta;

import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.Delta;
import io.castile.delta.format.Instance;
import java.io.IOException;

/**
 * Castile's deltas against the message before, which the server names as it names all messages. The
 * first message goes as it is.
 */
final class DeltaEnd implements LinkEnd {
  private static final int MAX_BYTES = 64 << 20;
  private static final long SECRET = 0x5ec4e7;

  private final double maxShare;
  private Instance last; // null before the first message
  private long name; // of the last message

  DeltaEnd() {
    this(DifferentialOptions.DEFAULT_MAX_DELTA_SHARE);
  }

  /**
   * @param maxShare the share of a message's size above which it goes whole
   */
  DeltaEnd(double maxShare) {
    this.maxShare = maxShare;
  }

  @Override
  public byte[] encode(byte[] message) {
    Instance target = Instance.named(message, SECRET);
    byte[] delta = last == null ? null : Delta.between(last, target);
    delta = delta != null && delta.length > maxShare * message.length ? null : delta;
    last = target;
    name = target.version(); // which is told with a message that goes whole
    return delta == null ? message : delta;
  }

  @Override
  public byte[] decode(byte[] body) throws IOException {
    boolean isDelta = last != null && body[0] != '<'; // as the HTTP header says elsewhere
    last = isDelta ? Delta.apply(last, body, MAX_BYTES) : Instance.of(body);
    return last.bytes();
  }

  @Override
  public void forget() {
    last = null;
  }

  @Override
  public String toString() {
    return "a delta to message " + name;
  }
}
