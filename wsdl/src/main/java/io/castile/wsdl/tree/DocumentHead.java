package io.castile.wsdl.tree;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The beginning of a schema document: what it leads to stands there, before all that it defines
 * (XML Schema part 1 §3.15.2). Of the rest, only the bytes have been looked through.
 *
 * @param root the outermost element, with what stands in it before the first definition
 * @param isPlain whether the rest leads to no other document; false too where its bytes leave that
 *     open
 * @param mayHaveSubstitutes whether the rest may have elements that substitute others
 */
public record DocumentHead(Element root, boolean isPlain, boolean mayHaveSubstitutes) {
  private static final List<String> REFERENCES = List.of("import", "include", "redefine");
  private static final byte[][] REFERENCE_BYTES =
      REFERENCES.stream().map(DocumentHead::ascii).toArray(byte[][]::new);
  private static final byte[] SUBSTITUTION_GROUP = ascii("substitutionGroup");

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  public static DocumentHead of(Element root, byte[] bytes) {
    Scan scan = new Scan(bytes);
    scan.run();
    long inHead =
        root.children().filter(child -> REFERENCES.contains(child.name().getLocalPart())).count();
    return new DocumentHead(
        root, scan.isReadable && scan.references == inHead, scan.hasSubstitutionGroup);
  }

  /**
   * Looks through a document as it stands there. All that it looks for is ASCII; in encodings that
   * write that otherwise there are zeros.
   */
  private static final class Scan {
    private final byte[] bytes;
    boolean isReadable = true;
    boolean hasSubstitutionGroup;
    int references; // start-tags of elements that lead on, or what looks like some

    Scan(byte[] bytes) {
      this.bytes = bytes;
    }

    void run() {
      for (int i = 0; i < bytes.length; i++) {
        byte b = bytes[i];
        if (b == '<') {
          tag(i + 1);
        } else if (b == 0) {
          isReadable = false;
        } else if (b == 'G' && startsWith(SUBSTITUTION_GROUP, i + 1 - "substitutionG".length())) {
          hasSubstitutionGroup = true;
        }
      }
    }

    private void tag(int start) {
      if (start < bytes.length && bytes[start] == '!') {
        isReadable &= start + 1 < bytes.length && "-[".indexOf(bytes[start + 1]) >= 0;
        return;
      }
      int local = start;
      for (int i = start; i < bytes.length && isNamePart(bytes[i]); i++) {
        if (bytes[i] == ':') {
          local = i + 1;
        }
      }
      for (byte[] name : REFERENCE_BYTES) {
        if (startsWith(name, local)) {
          references++;
        }
      }
    }

    private static boolean isNamePart(byte b) {
      return b > ' ' && b != '>' && b != '/' || b < 0;
    }

    private boolean startsWith(byte[] text, int start) {
      if (start < 0 || start + text.length > bytes.length) {
        return false;
      }
      for (int i = 0; i < text.length; i++) {
        if (bytes[start + i] != text[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
