package io.castile.bench.send;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.Message;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import javax.xml.namespace.QName;

/** Whether what Castile sends is right: looked at before times are taken. */
public final class SendAnswers {
  /** What the reference implementation is asked about; with more, asking would outlast timing. */
  private static final int MAX_REFERENCE_BYTES = 1 << 20;

  /** Each of two messages in turn, and the first one over the second. */
  private static final int CALLS = 3;

  private SendAnswers() {}

  /**
   * Calls it a few times, with an outlet of its own, and checks every message: that it has the
   * bytes that are written without a template, white space aside, and that the reference
   * implementation reads the same from it.
   *
   * @throws IllegalStateException if a message is wrong
   */
  public static void check(String who, String what, SendCall call) throws Exception {
    ByteArrayOutputStream taken = new ByteArrayOutputStream();
    call.to(message -> take(message, taken));
    IdentityHashMap<Object, byte[]> expected = new IdentityHashMap<>();
    for (int i = 0; i < CALLS; i++) {
      call.prepare();
      call.run();
      Object sent = call.sent();
      byte[] plain = expected.computeIfAbsent(sent, bean -> Envelope.of(bean).toByteArray());
      check(who, new Message(what, "", new QName(""), sent), plain, taken.toByteArray());
    }
  }

  private static void check(String who, Message message, byte[] plain, byte[] taken)
      throws Exception {
    if (!sameButForSpaces(plain, taken)) {
      throw new IllegalStateException(
          who + " sends '" + message.name() + "' otherwise than without a template");
    }
    if (taken.length <= MAX_REFERENCE_BYTES) {
      ReferenceAnswers.same(who, message, "sends", ReferenceAnswers.document(message), taken);
    }
  }

  /** Takes the pieces where there are any, as the socket would. */
  static void take(Payload message, ByteArrayOutputStream taken) throws IOException {
    taken.reset();
    ByteBuffer[] pieces = message.pieces();
    if (pieces == null) {
      message.writeTo(taken);
    } else {
      for (ByteBuffer piece : pieces) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        taken.write(bytes);
      }
    }
    if (message.size() != taken.size() && message.size() != Payload.UNKNOWN_SIZE) {
      throw new IllegalStateException(
          "a message of " + message.size() + " bytes has " + taken.size());
    }
  }

  /** Whether two documents are the same bytes once all spaces are taken out of both. */
  static boolean sameButForSpaces(byte[] one, byte[] other) {
    return Arrays.equals(withoutSpaces(one), withoutSpaces(other));
  }

  private static byte[] withoutSpaces(byte[] document) {
    byte[] kept = new byte[document.length];
    int count = 0;
    for (byte b : document) {
      if (b != ' ') {
        kept[count++] = b;
      }
    }
    return Arrays.copyOf(kept, count);
  }
}
