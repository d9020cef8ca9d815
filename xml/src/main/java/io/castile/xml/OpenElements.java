package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The stack of a writer's open elements. A name is not kept but found in the document, at the start
 * tag.
 */
final class OpenElements {
  private static final int FIELDS = 3;

  /** Offset and length of the qualified name in the document, mark of the namespace scope. */
  private int[] stack = {};

  private int top;

  void clear() {
    top = 0;
  }

  int count() {
    return top / FIELDS;
  }

  void push(int nameOffset, int nameLength, int scopeMark) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, Math.max(FIELDS * 16, 2 * top));
    }
    stack[top] = nameOffset;
    stack[top + 1] = nameLength;
    stack[top + 2] = scopeMark;
    top += FIELDS;
  }

  /** Removes the innermost element and returns the mark of its scope. */
  int pop() {
    top -= FIELDS;
    return stack[top + 2];
  }

  int nameOffset() {
    return stack[top - FIELDS];
  }

  int nameLength() {
    return stack[top - FIELDS + 1];
  }

  /** The path for messages, {@code /soap:Envelope/soap:Body}; {@code ""} where none is open. */
  String path(byte[] document) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < top; i += FIELDS) {
      path.append('/').append(new String(document, stack[i], stack[i + 1], StandardCharsets.UTF_8));
    }
    return path.toString();
  }
}
