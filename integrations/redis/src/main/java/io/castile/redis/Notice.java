package io.castile.redis;

/**
 * The notice between the processes of a fleet, as a text: the kind, a space, and its subject. Other
 * texts are of a later version, and passed over.
 */
final class Notice {
  /** Another policy holds for the fleet. */
  static final String POLICY = "policy";

  /** Entries of an operation were dropped. */
  private static final String OPERATION = "operation ";

  /** A lease was given back, for which others wait. */
  private static final String RELEASED = "released ";

  /** Does what a notice is for. */
  interface Reader {
    void dropped(String operation);

    void released(String digest);

    void policyChanged();
  }

  private Notice() {}

  static String ofOperation(String name) {
    return OPERATION + name;
  }

  static String ofReleased(String digest) {
    return RELEASED + digest;
  }

  static void read(String text, Reader reader) {
    if (text.equals(POLICY)) {
      reader.policyChanged();
    } else if (text.startsWith(OPERATION)) {
      reader.dropped(text.substring(OPERATION.length()));
    } else if (text.startsWith(RELEASED)) {
      reader.released(text.substring(RELEASED.length()));
    }
  }
}
