package io.castile.codec.typed;

import io.castile.codec.value.CodecContext;

/** One pass over the beans of a message, to take rows of them or to make them. Not thread-safe. */
abstract class RowPass {
  /** Beans below each other; a message that is nested more deeply is written as XML. */
  private static final int MAX_DEPTH = 200;

  private final CodecContext context = new CodecContext();
  private int depth;

  RowPass() {
    context.startClock();
  }

  /** Notes which classes the pass interprets. */
  final CodecContext context() {
    return context;
  }

  final void enter() throws NotTypedException {
    if (++depth > MAX_DEPTH) {
      throw new NotTypedException("beans in more than " + MAX_DEPTH + " beans");
    }
  }

  final void leave() {
    depth--;
  }

  /** Charges the classes that were interpreted with the time of the pass. */
  final void charge() {
    context.charge();
  }
}
