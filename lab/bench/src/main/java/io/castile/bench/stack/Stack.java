package io.castile.bench.stack;

import io.castile.bench.data.Message;
import java.util.List;

/**
 * A way to write and read messages: a row of the tables. Whatever can be made once is made in
 * {@link #prepare}.
 */
public interface Stack {
  /** What tables call it. */
  String name();

  /** Whether it writes messages. */
  boolean writes();

  /** Whether it reads messages. */
  boolean reads();

  /** One message, ready to be written and read again and again by one thread. */
  Prepared prepare(Message message) throws Exception;

  /** A message in a stack's own form. */
  interface Prepared {
    /** Writes the message into memory; returns its size in bytes. */
    int write() throws Exception;

    /** Returns a copy of what was written last. */
    byte[] written();

    /** Reads the document; returns the message in the stack's form. */
    Object read(byte[] document) throws Exception;

    /** Makes what {@link #read} returned the message that {@link #write} writes. */
    void adopt(Object read);
  }

  /** All stacks that run in this JVM, in the order of the tables. */
  static List<Stack> all() {
    return List.of(
        ReferenceStack.writer(),
        ReferenceStack.woodstox(),
        ReferenceStack.aalto(),
        new AdbStack(),
        new VelocityStack(),
        new GeneratedTemplateStack(),
        CastileStack.interpreted(),
        CastileStack.compiled(),
        new GeneratedStack());
  }

  static Stack named(String name) {
    for (Stack stack : all()) {
      if (stack.name().equals(name)) {
        return stack;
      }
    }
    throw new IllegalArgumentException("no stack is named '" + name + "'");
  }
}
