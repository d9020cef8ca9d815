package io.castile.bench.encoded;

/** A stack that writes and reads encoded messages in this JVM: a row of the tables. */
enum EncodedStack {
  CASTILE("Castile") {
    @Override
    Prepared prepare(EncodedReply reply) {
      return new CastileEncoded(reply);
    }
  },
  AXIS("Axis 1.4") {
    @Override
    Prepared prepare(EncodedReply reply) {
      return new AxisEncoded(reply);
    }
  };

  private final String label;

  EncodedStack(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** One message, ready to be written and read again and again by one thread. */
  abstract Prepared prepare(EncodedReply reply);

  /** A message, and what a stack needs for it. */
  interface Prepared {
    /** Writes the whole message into memory; returns its size in bytes. */
    int write() throws Exception;

    /** Returns a copy of what was written last. */
    byte[] written();

    /** Reads a whole message; returns the result that is in it, of the type of the reply. */
    Object read(byte[] document) throws Exception;
  }
}
