package io.castile.papers;

import io.castile.delta.format.TextOutput;

/** Writes the codes and numbers of {@link PaperUpdates}. Not thread-safe. */
final class PaperUpdateOutput {
  private final TextOutput out;
  private int next; // the element from which the next number counts

  PaperUpdateOutput(TextOutput out) {
    this.out = out;
  }

  void list(int index) {
    code(PaperCodes.LIST);
    number(index);
    next = 0;
  }

  void changed(int element) {
    element(PaperCodes.CHANGED, element);
    next++;
  }

  void removed(int element) {
    element(PaperCodes.REMOVED, element);
    next++;
  }

  void inserted(int before) {
    element(PaperCodes.INSERTED, before);
  }

  void leaf(int element, int leaf) {
    element(PaperCodes.LEAF, element);
    number(leaf);
  }

  void end() {
    code(PaperCodes.END);
  }

  private void element(int code, int element) {
    code(code);
    number(element - next);
    next = element;
  }

  private void code(int code) {
    out.ensure(1);
    out.bytes[out.size++] = (byte) code;
  }

  private void number(int number) {
    int rest = number;
    out.ensure(5);
    while (rest > 0x7f) {
      out.bytes[out.size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out.bytes[out.size++] = (byte) rest;
  }
}
