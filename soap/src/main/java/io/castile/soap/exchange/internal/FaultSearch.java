package io.castile.soap.exchange.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Finds out by its first bytes whether a message may be a fault, without reading it. */
public final class FaultSearch {
  private static final byte[] BODY = "Body".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FAULT = "Fault".getBytes(StandardCharsets.US_ASCII);

  /** How far the body is looked for. */
  private static final int MAX_SEARCHED = 4096;

  /** How far a fault may begin behind the body's name: attributes and space are between. */
  private static final int MAX_BEFORE_FAULT = 256;

  private FaultSearch() {}

  /** Whether the first element in the body may be a fault. */
  public static boolean mayBeFault(byte[] message) {
    int body = indexOf(message, BODY, 0, Math.min(message.length, MAX_SEARCHED));
    return body >= 0
        && indexOf(message, FAULT, body, Math.min(message.length, body + MAX_BEFORE_FAULT)) >= 0;
  }

  /** Where a word begins that is, as far as its bytes tell, the local name of an element. */
  private static int indexOf(byte[] message, byte[] word, int from, int to) {
    for (int at = Math.max(1, from); at <= to - word.length; at++) {
      if (message[at] == word[0]
          && (message[at - 1] == ':' || message[at - 1] == '<')
          && Arrays.equals(message, at, at + word.length, word, 0, word.length)) {
        return at;
      }
    }
    return -1;
  }
}
