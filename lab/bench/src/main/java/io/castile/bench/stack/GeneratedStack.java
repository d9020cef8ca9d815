package io.castile.bench.stack;

import io.castile.bench.data.Message;
import java.util.Arrays;

/**
 * Castile from a WSDL alone: beans and codecs are generated of it and compiled by the JDK. Nothing
 * of that is measured, and nothing else writes and reads the messages.
 */
final class GeneratedStack implements Stack {
  @Override
  public String name() {
    return "Castile generated";
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public boolean reads() {
    return true;
  }

  @Override
  public Prepared prepare(Message message) throws Exception {
    Class<?> type = GeneratedClasses.ofPortal(message, "");
    CastileStack.PreparedCodec<?> prepared = CastileStack.compiled(type);
    prepared.adopt(prepared.read(ReferenceAnswers.document(message)));
    check(prepared.codecOf(type), type);
    return prepared;
  }

  /** The constant is one of the source that was generated; code compiled at run time has none. */
  private static void check(Class<?> codec, Class<?> type) {
    if (Arrays.stream(codec.getDeclaredFields())
        .noneMatch(field -> field.getName().equals("CASTILE_DIGEST"))) {
      throw new IllegalStateException(
          "expected the generated codec of " + type.getName() + ", found " + codec.getName());
    }
  }
}
