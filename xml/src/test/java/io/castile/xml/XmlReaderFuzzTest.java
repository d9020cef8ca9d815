package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.xml.sax.SAXException;

/**
 * Damaged documents: the reader and the JDK's parser give the same events, or both refuse. The
 * differences that are meant are {@link #isMeant listed}. The number of documents is {@value
 * #DEFAULT_DOCUMENTS}, or what the system property {@code castile.fuzz.tries} says.
 */
@Tag("long")
class XmlReaderFuzzTest {
  private static final int DEFAULT_DOCUMENTS = 20_000;
  private static final int ROUNDS = 100;
  private static final int MAX_SEED_BYTES = 8_000;

  private static final List<byte[]> SEEDS = seeds();

  /** What is put into documents: everything that markup is made of, and what is nearly so. */
  private static final List<byte[]> FRAGMENTS =
      Stream.of(
              "<",
              ">",
              "&",
              "/",
              "'",
              "\"",
              "=",
              ":",
              " ",
              "\r",
              "\n",
              "\t",
              "]",
              "-",
              "?",
              "!",
              "]]>",
              "--",
              "-->",
              "?>",
              "/>",
              "</",
              "<!--",
              "<?",
              "<![CDATA[",
              "<!DOCTYPE a>",
              "&lt;",
              "&amp;",
              "&#13;",
              "&#x0;",
              "&#xD800;",
              "&nbsp;",
              "&#38;",
              "xmlns",
              "xmlns:",
              "xmlns=''",
              " xmlns='u'",
              " xmlns:p='u'",
              " xmlns:p=''",
              "xml",
              " xml:lang='x'",
              "p:",
              " a='1'",
              " b=\"&#9;\n\"",
              "<a>",
              "</a>",
              "<p:a/>",
              "<?xml version='1.0'?>",
              "<?xml ",
              "\u00e9",
              "\u20ac",
              "\ud83d\ude00",
              "\ufffe",
              "\u0000",
              "\u001f",
              "\u007f",
              "\u0085",
              "\u2028",
              "\ufeff",
              "\u0300",
              "\u0132",
              "\u00b7",
              "\u00d7")
          .map(XmlReaders::utf8)
          .toList();

  /** Remembers names and namespaces of all documents before, which must not show. */
  private final XmlReader reused = new XmlReader();

  private static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(XmlReaders.utf8("<a><b c='1'>t</b></a>"));
    seeds.add(
        XmlReaders.utf8(
            "<?xml version='1.0' encoding='UTF-8'?>\n<!-- c --><p:a xmlns:p='u' xmlns='d' p:b='1'"
                + " b='2'>\u00e9&lt;&#233;<![CDATA[<x>]]><c/><?pi d?><d xmlns='' e=' \r\n '/>]]"
                + "</p:a>"));
    Path messages = Corpus.root().resolve("messages");
    if (Files.isDirectory(messages)) {
      try (Stream<Path> files = Files.walk(messages)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          if (Files.size(file) <= MAX_SEED_BYTES) {
            seeds.add(Files.readAllBytes(file));
          }
        }
      } catch (IOException e) {
        throw new AssertionError("cannot read " + messages, e);
      }
    }
    return seeds;
  }

  @Property(tries = ROUNDS, shrinking = ShrinkingMode.OFF)
  void damagedDocumentsAreReadAsByTheJdksParser(@ForAll long seed) {
    Random random = new Random(seed);
    int documents = Integer.getInteger("castile.fuzz.tries", DEFAULT_DOCUMENTS) / ROUNDS;
    for (int i = 0; i < documents; i++) {
      byte[] document = SEEDS.get(random.nextInt(SEEDS.size())).clone();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        document = damage(document, random);
      }
      check(document, random);
    }
  }

  private void check(byte[] document, Random random) {
    List<String> expected = null;
    String jdkRefusal = null;
    try {
      expected = Traces.ofJdk(document);
    } catch (SAXException e) {
      jdkRefusal = e.getMessage();
    }
    List<String> actual = null;
    String refusal = null;
    try {
      actual = Traces.ofReader(reused.reset(document, 0, document.length));
    } catch (XmlException e) {
      refusal = e.getMessage();
    }
    assertThat(refusalOfMixedWalk(document, random) == null)
        .as("accepted by other methods as by next: %s", show(document))
        .isEqualTo(refusal == null);
    if (expected != null && actual != null) {
      assertThat(Traces.difference(expected, actual)).as(() -> show(document)).isNull();
    } else if ((expected == null) != (actual == null) && !isMeant(document, refusal, jdkRefusal)) {
      throw new AssertionError(
          "JDK: " + jdkRefusal + "\nreader: " + refusal + "\nof " + show(document));
    }
  }

  /** Reads by all methods in turn; the verdict must be that of next alone. */
  private String refusalOfMixedWalk(byte[] document, Random random) {
    try {
      XmlReader in = reused.reset(document, 0, document.length);
      XmlName expected = null;
      while (in.event() != XmlReader.END_DOCUMENT) {
        int choice = random.nextInt(6);
        if (in.event() == XmlReader.START_ELEMENT && choice < 2 && in.depth() > 1) {
          if (choice == 0) {
            in.skipElement();
          } else {
            in.readText().toToken();
          }
        } else if (choice < 4) {
          XmlName found = in.nextChild(expected);
          expected = found == null ? expected : found;
        } else if (choice == 4) {
          in.nextContent();
        } else {
          in.next();
        }
      }
      return null;
    } catch (XmlException e) {
      return e.getMessage();
    }
  }

  /**
   * The differences that are meant:
   *
   * <ul>
   *   <li>XML 1.1 is refused, later 1.x read as 1.0; the JDK reads 1.1 and refuses the later;
   *   <li>names are those of the fifth edition, the JDK's of the fourth;
   *   <li>an encoding may have any name that the platform knows, the JDK wants the registered ones;
   *       and a byte order mark that contradicts the declaration is refused;
   *   <li>a name that begins with a colon is refused (Namespaces in XML 1.0, production 7), and so
   *       is a colon in the target of a processing instruction, where the JDK overlooks some;
   *   <li>an encoding that is declared by another name than UTF-8 is kept as strictly; the JDK
   *       replaces what is not in it.
   * </ul>
   */
  private static boolean isMeant(byte[] document, String refusal, String jdkRefusal) {
    if (refusal != null) {
      return refusal.contains("expected XML version")
          || refusal.contains("but the document is in")
          || refusal.contains("expected a qualified name, found \":")
          || refusal.contains("target without colons")
          || OTHER_ENCODING.matcher(start(document)).find()
              && (refusal.contains("expected UTF-8") || refusal.contains("expected the encoding"));
    }
    boolean version = VERSION.matcher(start(document)).find();
    boolean encoding =
        jdkRefusal.contains("encoding") && OTHER_ENCODING.matcher(start(document)).find();
    return version || encoding || isForItsNames(document);
  }

  /** Whether the JDK accepts the document with a letter for each character beyond ASCII. */
  private static boolean isForItsNames(byte[] document) {
    String letters =
        new String(document, StandardCharsets.UTF_8)
            .codePoints()
            .map(c -> c < 0x80 ? c : 0xe9)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    try {
      return !Traces.ofJdk(XmlReaders.utf8(letters)).isEmpty();
    } catch (SAXException e) {
      return false;
    }
  }

  private static final Pattern VERSION = Pattern.compile("version\\s*=\\s*['\"]1\\.(?!0['\"])");

  private static final Pattern OTHER_ENCODING =
      Pattern.compile("encoding\\s*=\\s*['\"](?!utf-8['\"])", Pattern.CASE_INSENSITIVE);

  private static String start(byte[] document) {
    return new String(document, 0, Math.min(200, document.length), StandardCharsets.ISO_8859_1);
  }

  private static byte[] damage(byte[] document, Random random) {
    int length = document.length;
    int at = random.nextInt(length + 1);
    int span = Math.min(length - at, 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 4));
    switch (random.nextInt(7)) {
      case 0 -> {
        byte[] flipped = document.clone();
        if (at < length) {
          flipped[at] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
      }
      case 1 -> {
        byte[] set = document.clone();
        if (at < length) {
          set[at] = (byte) random.nextInt(256);
        }
        return set;
      }
      case 2 -> {
        return splice(document, at, span, new byte[0]);
      }
      case 3 -> {
        int from = random.nextInt(length + 1);
        int to = Math.min(length, from + random.nextInt(60));
        return splice(document, at, 0, Arrays.copyOfRange(document, from, to));
      }
      case 4 -> {
        byte[] other = SEEDS.get(random.nextInt(SEEDS.size()));
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(100));
        return splice(document, at, span, Arrays.copyOfRange(other, from, to));
      }
      case 5 -> {
        return splice(document, nearMarkup(document, at), 0, anyFragment(random));
      }
      default -> {
        return splice(document, at, random.nextInt(2) * span, anyFragment(random));
      }
    }
  }

  private static byte[] anyFragment(Random random) {
    return FRAGMENTS.get(random.nextInt(FRAGMENTS.size()));
  }

  private static int nearMarkup(byte[] document, int at) {
    int p = at;
    while (p < document.length && " <>=\"':/".indexOf(document[p]) < 0) {
      p++;
    }
    return p;
  }

  private static byte[] splice(byte[] document, int at, int removed, byte[] inserted) {
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    made.write(document, 0, at);
    made.writeBytes(inserted);
    made.write(document, at + removed, document.length - at - removed);
    return made.toByteArray();
  }

  private static String show(byte[] document) {
    return new String(document, StandardCharsets.UTF_8)
        + "\n"
        + java.util.HexFormat.of().formatHex(document);
  }
}
