package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the reader has a short cut for is read as by {@link XmlReader#next}, which has none. */
class XmlReaderShortCutsTest {
  private static final int TRIES = 20_000;
  private static final XmlLimits LIMITS =
      XmlLimits.builder()
          .maxBytes(1 << 16)
          .maxDepth(8)
          .maxAttributes(8)
          .maxNameBytes(64)
          .maxTextBytes(60)
          .maxNamespaces(8)
          .build();

  private static final String[] PIECES = {
    "&lt;",
    "&gt;",
    "&amp;",
    "&quot;",
    "&apos;",
    "&#65;",
    "&#233;",
    "&#x20AC;",
    "\u00e9",
    "\u20ac",
    "\ud83d\ude00",
    "]",
    "]]",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "<!--c-->",
    "<![CDATA[&]]>",
    "<b/>",
    "&lt",
    "&nbsp;",
    "]]>",
    "\u0001",
    "\uffff"
  };

  /** How many of {@link #PIECES} are text that is well-formed wherever it stands. */
  private static final int TEXT_PIECES = 17;

  private static String text(SplittableRandom random) {
    // Most have references only, which is what there is a short cut for.
    int kinds = random.nextInt(4) > 0 ? 5 : random.nextInt(10) > 0 ? TEXT_PIECES : PIECES.length;
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(6); n > 0; n--) {
      text.append("plain words of text  ", 0, random.nextInt(21));
      text.append(PIECES[random.nextInt(kinds)]);
    }
    return text.append("plain words", 0, random.nextInt(12)).toString();
  }

  /** The text content of the root element by its events, or what is wrong with it. */
  private static String byEvents(XmlReader in) {
    StringBuilder text = new StringBuilder();
    try {
      while (in.event() != XmlReader.END_ELEMENT || in.depth() > 1) {
        if (in.next() == XmlReader.TEXT && in.depth() == 1) {
          text.append(in.text());
        }
      }
      return text + " to " + in.offset();
    } catch (XmlException e) {
      return e.getClass() + e.getMessage();
    }
  }

  private static String byReadText(XmlReader in) {
    try {
      return in.readText() + " to " + in.offset();
    } catch (XmlException e) {
      return e.getClass() + e.getMessage();
    }
  }

  @Test
  void textsWithReferences() {
    SplittableRandom random = Tries.random();
    XmlReader in = new XmlReader();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      String document = "<a>" + text(random) + "</a>" + " ".repeat(random.nextInt(10));
      XmlReaders.on(in, document).nextChild(null);
      String expected = byEvents(in);
      XmlReaders.on(in, document).nextChild(null);

      assertThat(byReadText(in)).as(document).isEqualTo(expected);
    }
  }

  @Test
  void textsWithReferencesAreHeldToTheLimit() {
    XmlReader in = new XmlReader(new NameTable(), LIMITS);
    for (int length = 1; length < 2000; length++) {
      String text = "&lt;" + "x".repeat(length);
      XmlReaders.on(in, "<a>" + text + "</a>         ").nextChild(null);

      if (text.length() <= LIMITS.maxTextBytes()) {
        assertThat(in.readText()).hasToString(text.replace("&lt;", "<"));
      } else {
        XmlReaders.failure(in, XmlLimitException.class, in::readText);
      }
    }
  }

  /** Children of a few names, each with one of the markups that the short cuts must tell apart. */
  private static String siblings(SplittableRandom random, String[] names) {
    StringBuilder document = new StringBuilder("<r xmlns:p='u'>");
    for (int n = random.nextInt(8); n > 0; n--) {
      String name = names[random.nextInt(names.length)];
      String before = random.nextInt(3) > 0 ? "" : random.nextBoolean() ? "\n " : "t<!--c-->";
      String start =
          switch (random.nextInt(8)) {
            case 0 -> name + " b='1'";
            case 1 -> name + " xmlns='v'";
            case 2 -> name + " ";
            default -> name;
          };
      document.append(before).append('<').append(start);
      if (random.nextInt(6) == 0) {
        document.append("/>");
      } else {
        document.append('>').append("text", 0, random.nextInt(5)).append("</").append(name);
        document.append(random.nextInt(6) == 0 ? " >" : ">");
      }
    }
    document.append("</r>");
    if (random.nextInt(10) == 0) {
      document.setCharAt(random.nextInt(document.length()), '<');
    }
    return document.toString();
  }

  private static String outcome(XmlReader in, XmlName expected, XmlName... further) {
    List<String> seen = new ArrayList<>();
    try {
      in.nextChild(null);
      XmlName hint = expected;
      for (int i = 0; in.nextChild(hint) != null; i++) {
        seen.add(XmlReaders.state(in));
        seen.add(in.readText() + XmlReaders.state(in));
        hint = further.length == 0 ? expected : further[i % further.length];
      }
      XmlReaders.readToEnd(in);
    } catch (XmlException e) {
      seen.add(e.getClass() + e.getMessage() + XmlReaders.state(in));
    }
    return String.join("\n", seen);
  }

  @Test
  void startTagsThatAreExpected() {
    SplittableRandom random = Tries.random();
    NameTable table = new NameTable();
    XmlReader in = new XmlReader(table, XmlLimits.DEFAULT);
    for (int i = 0; i < Tries.count(TRIES); i++) {
      // Names of each length around the eight bytes that are compared at once, and their prefixes.
      String name = "abcdefghijklmnopqrst".substring(0, 1 + random.nextInt(20));
      String longer = name + "z";
      String[] names = {name, name, name, longer, "p:" + name};
      String document = siblings(random, names);
      String expected = outcome(XmlReaders.on(in, document), null);

      XmlName hint = table.intern("", name);
      XmlName other = table.intern("", longer);
      XmlName prefixed = table.intern("u", name);
      assertThat(outcome(XmlReaders.on(in, document), hint)).as(document).isEqualTo(expected);
      assertThat(outcome(XmlReaders.on(in, document), prefixed, hint, other, hint))
          .as(document)
          .isEqualTo(expected);
    }
  }

  @Test
  void tagsAtTheEndOfTheDocument() {
    XmlReader in = new XmlReader();
    for (int length = 1; length < 24; length++) {
      String name = "abcdefghijklmnopqrstuvwx".substring(0, length);
      String document = "<" + name + ">x</" + name + ">";
      XmlReaders.on(in, document).nextChild(null);
      assertThat(in.readText()).hasToString("x");

      for (int cut = 1; cut <= length + 3; cut++) {
        XmlReaders.on(in, document.substring(0, document.length() - cut)).nextChild(null);
        XmlReaders.failure(in, XmlSyntaxException.class, in::readText);
      }
    }
  }

  private static String number(SplittableRandom random) {
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
    text.append(random.nextInt(10)).append('.');
    for (int n = random.nextInt(21); n > 0; n--) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    if (random.nextBoolean()) {
      String other = "+-. eE<>&/:;0\u00e9";
      text.setCharAt(random.nextInt(text.length()), other.charAt(random.nextInt(other.length())));
    }
    return text.toString();
  }

  @Test
  void doubles() {
    SplittableRandom random = Tries.random();
    XmlReader in = new XmlReader(new NameTable(), LIMITS);
    for (int i = 0; i < Tries.count(TRIES); i++) {
      String name = "abcdefghijkl".substring(0, 1 + random.nextInt(12));
      String document = "<" + name + ">" + number(random) + "</" + name + ">" + " ".repeat(i % 40);
      XmlReaders.on(in, document).nextChild(null);
      String expected = outcome(in, true);
      XmlReaders.on(in, document).nextChild(null);

      assertThat(outcome(in, false)).as(document).isEqualTo(expected);
    }
  }

  private static String outcome(XmlReader in, boolean asText) {
    String result;
    try {
      result = "" + (asText ? in.readText().toDouble() : in.readDouble());
    } catch (XmlException e) {
      result = e.getClass() + e.getMessage();
    }
    return result + XmlReaders.state(in);
  }

  @Test
  void doublesAreHeldToTheLimit() {
    XmlReader in =
        new XmlReader(
            new NameTable(),
            XmlLimits.builder()
                .maxBytes(4000)
                .maxDepth(20)
                .maxAttributes(12)
                .maxNameBytes(30)
                .maxTextBytes(10)
                .maxNamespaces(10)
                .build());

    XmlReaders.on(in, "<a>0.12345678</a>" + " ".repeat(40)).nextChild(null);
    assertThat(in.readDouble()).isEqualTo(0.12345678);
    XmlReaders.on(in, "<a>0.123456789</a>" + " ".repeat(40)).nextChild(null);
    XmlReaders.failure(in, XmlLimitException.class, in::readDouble);
  }
}
