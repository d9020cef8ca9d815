package io.castile.generate;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.InterpretedCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A program that reads a document, writes it again, and says what did so. */
final class UsedCodec {
  private UsedCodec() {}

  /** How the codecs deal with a class now. */
  static String of(BeanCodecs codecs, Class<?> type) {
    Class<?> codec = codecs.beanCodec(type).getClass();
    if (codec == InterpretedCodec.class) {
      return "interpreted";
    }
    boolean isApplications =
        Arrays.stream(codec.getDeclaredFields())
            .anyMatch(field -> field.getName().equals("CASTILE_DIGEST"));
    return isApplications ? "generated" : "compiled";
  }

  static <T> byte[] rewritten(BeanCodecs codecs, Class<T> type, String document) {
    Codec<T> codec = codecs.of(type);
    return codec.toBytes(codec.fromBytes(document.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Prints how a document is read and written.
   *
   * @param arguments the document, the class of its element, and other classes
   */
  public static void main(String[] arguments) throws ClassNotFoundException {
    Class<?>[] types = new Class<?>[arguments.length - 1];
    for (int i = 0; i < types.length; i++) {
      types[i] = Class.forName(arguments[i + 1]);
    }
    BeanCodecs codecs = BeanCodecs.builder().types(types).mode(CodecMode.COMPILED).build();
    byte[] written = rewritten(codecs, types[0], arguments[0]);
    StringBuilder said = new StringBuilder();
    for (Class<?> type : types) {
      said.append(of(codecs, type)).append(' ');
    }
    System.out.println(said + new String(written, StandardCharsets.UTF_8));
  }
}
