package io.castile.delta;

import io.castile.delta.format.InstanceNames;
import io.castile.delta.internal.ResponseForms;
import java.util.Arrays;

/**
 * The content of an answer in a form other than deltas: the version of the state in which the ends
 * are with it (6 bytes), that of the message (6 bytes), and what {@link ResponseForms.Sender}
 * makes.
 */
final class FormContent {
  private static final int HEAD_BYTES = 2 * InstanceNames.BYTES;

  private static final String FIRST_BYTES = "<\u004c \t\r\n\u0040\u0000\u00ef\u00fe\u00ff";

  private FormContent() {}

  static byte[] of(long state, long message, byte[] body) {
    byte[] content = new byte[HEAD_BYTES + body.length];
    InstanceNames.put(state, content, 0);
    InstanceNames.put(message, content, InstanceNames.BYTES);
    System.arraycopy(body, 0, content, HEAD_BYTES, body.length);
    return content;
  }

  /**
   * Returns the name of a new state, by which content is told apart from a document even where an
   * intermediary has taken away the field that says what it is.
   */
  static long newState() {
    long state;
    do {
      state = InstanceNames.random();
    } while (mayBeginDocument((byte) (state >>> 8 * (InstanceNames.BYTES - 1))));
    return state;
  }

  /** Whether content begins as an answer in a form may, and no XML document does. */
  static boolean isBegunBy(byte[] content) {
    return content.length > 0 && !mayBeginDocument(content[0]);
  }

  /** Whether a byte is that of a tag, of white space or of a byte order mark in any encoding. */
  private static boolean mayBeginDocument(byte first) {
    return FIRST_BYTES.indexOf(first & 0xff) >= 0;
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
