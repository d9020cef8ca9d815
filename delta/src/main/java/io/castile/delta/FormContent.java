package io.castile.delta;

import io.castile.delta.format.InstanceNames;
import java.util.Arrays;

/**
 * The content of an answer in a form other than deltas: the version of the state in which the ends
 * are with it (6 bytes), that of the message (6 bytes), and what {@link ResponseForms.Sender}
 * makes.
 */
final class FormContent {
  private static final int HEAD_BYTES = 2 * InstanceNames.BYTES;

  private FormContent() {}

  static byte[] of(long state, long message, byte[] body) {
    byte[] content = new byte[HEAD_BYTES + body.length];
    InstanceNames.put(state, content, 0);
    InstanceNames.put(message, content, InstanceNames.BYTES);
    System.arraycopy(body, 0, content, HEAD_BYTES, body.length);
    return content;
  }

  static boolean hasHead(byte[] content) {
    return content.length >= HEAD_BYTES;
  }

  static long state(byte[] content) {
    return InstanceNames.at(content, 0);
  }

  static long message(byte[] content) {
    return InstanceNames.at(content, InstanceNames.BYTES);
  }

  static byte[] body(byte[] content) {
    return Arrays.copyOfRange(content, HEAD_BYTES, content.length);
  }
}
