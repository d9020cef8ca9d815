package io.castile.bench.stack;

import io.castile.bench.data.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** What the right answers are: what the reference implementation writes. */
public final class ReferenceAnswers {
  /** ADB has no dates without time zone and adds one: the one difference that is let pass. */
  private static final Pattern DATE_WITH_ZONE =
      Pattern.compile(">(\\d{4}-\\d{2}-\\d{2})(?:Z|[+-]\\d{2}:\\d{2})<");

  private ReferenceAnswers() {}

  /** The whole envelope of the message. */
  public static byte[] document(Message message) throws Exception {
    Stack.Prepared reference = ReferenceStack.writer().prepare(message);
    int size = reference.write();
    byte[] document = reference.written();
    if (document.length != size) {
      throw new AssertionError("the size of a message is that of its bytes");
    }
    return document;
  }

  /**
   * Checks that a stack writes the message so that the reference reads the same, and that what it
   * reads itself it writes again as the same. To be called once, before times are taken.
   *
   * @throws IllegalStateException if it does not
   */
  public static void check(Stack stack, Message message) throws Exception {
    byte[] document = document(message);
    if (stack.writes()) {
      Stack.Prepared fresh = stack.prepare(message);
      fresh.write();
      same(stack.name(), message, "writes", document, fresh.written());
    }
    if (stack.reads()) {
      Stack.Prepared second = stack.prepare(message);
      Object read = second.read(document);
      second.adopt(read);
      second.write();
      same(stack.name(), message, "reads", document, second.written());
    }
  }

  /** Whether the reference reads both documents as the same: written by it, they are equal. */
  public static void same(
      String stack, Message message, String what, byte[] expected, byte[] actual) throws Exception {
    String again = new String(rewritten(message, actual), StandardCharsets.UTF_8);
    String zoneless = DATE_WITH_ZONE.matcher(again).replaceAll(">$1<");
    if (!zoneless.equals(new String(expected, StandardCharsets.UTF_8))) {
      throw new IllegalStateException(
          stack + " " + what + " '" + message.name() + "' otherwise than the reference");
    }
  }

  /**
   * Checks that a stack that reads messages one after the other writes each of them again as it
   * was, where it writes at all.
   */
  public static void checkInTurn(Stack stack, List<Message> messages) throws Exception {
    if (!stack.writes()) {
      return;
    }
    Stack.Prepared prepared = stack.prepare(messages.get(0));
    for (Message message : messages) {
      byte[] document = document(message);
      prepared.adopt(prepared.read(document));
      prepared.write();
      same(stack.name(), message, "reads in turn", document, prepared.written());
    }
  }

  private static byte[] rewritten(Message message, byte[] document) throws Exception {
    Stack.Prepared reference = ReferenceStack.writer().prepare(message);
    reference.adopt(reference.read(document));
    reference.write();
    return reference.written();
  }
}
