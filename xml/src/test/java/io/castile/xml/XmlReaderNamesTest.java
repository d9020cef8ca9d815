package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names: identity of known ones, equality of all, look-up that no document can make slow. */
class XmlReaderNamesTest {
  private final NameTable names = new NameTable();
  private final XmlReader in = new XmlReader(names, XmlLimits.DEFAULT);

  @Test
  void oneObjectForEachNameOfATable() {
    List<XmlName> interned = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      interned.add(names.intern("u" + i % 7, "n" + i));
    }

    Set<XmlName> distinct = new HashSet<>(interned);
    assertThat(distinct).hasSize(5000);
    assertThat(names.size()).isEqualTo(5000);
    for (int i = 0; i < 5000; i++) {
      assertThat(names.intern("u" + i % 7, "n" + i)).isSameAs(interned.get(i));
    }
  }

  @Test
  void knownNamesAreTheTablesObjects() {
    XmlName a = names.intern("u", "\u00e9l");
    XmlName b = names.intern("", "b");

    for (String document :
        new String[] {
          "<\u00e9l xmlns='u' b='1'/>",
          "<p:\u00e9l xmlns:p='u' b='1'/>",
          "<q:\u00e9l b='1' xmlns:q='&#117;'/>"
        }) {
      XmlReaders.on(in, document).nextChild(null);
      assertThat(in.name()).isSameAs(a);
      assertThat(in.attributeName(0)).isSameAs(b);
      assertThat(in.attributeIndex(b)).isZero();
      assertThat(in.attributeIndex(new XmlName("", "b"))).isZero();
      assertThat(in.attributeIndex(a)).isEqualTo(-1);
    }
  }

  @Test
  void unknownNamesAreEqualNotIdentical() {
    XmlReaders.on(in, "<a xmlns='u'/>").nextChild(null);

    assertThat(in.name()).isEqualTo(new XmlName("u", "a")).hasToString("{u}a");
    assertThat(in.name()).hasSameHashCodeAs(names.intern("u", "a"));
    assertThat(names.size()).as("documents add nothing").isEqualTo(1);
  }

  @Test
  void aNameThatBecomesKnownIsSeenAtOnce() {
    XmlReaders.on(in, "<a><b/><b/></a>").nextChild(null);
    in.nextChild(null);
    in.skipElement();

    XmlName b = names.intern("", "b");

    assertThat(in.nextChild(b)).isSameAs(b);
  }

  @Test
  void theSameBytesMeanAnotherNameInAnotherScope() {
    XmlReaders.on(
        in,
        "<p:a xmlns:p='u' xmlns='d'><p:b/><p:b xmlns:p='v'><p:b p:x='1' x='2'/></p:b><p:b/>"
            + "<c/><c xmlns=''/><c/></p:a>");

    List<String> seen = new ArrayList<>();
    while (in.next() != XmlReader.END_DOCUMENT) {
      if (in.event() == XmlReader.START_ELEMENT) {
        seen.add(in.prefix() + " " + in.name());
        for (int i = 0; i < in.attributeCount(); i++) {
          seen.add("@" + in.attributePrefix(i) + " " + in.attributeName(i));
        }
      }
    }

    assertThat(seen)
        .containsExactly(
            "p {u}a", "p {u}b", "p {v}b", "p {v}b", "@p {v}x", "@ x", "p {u}b", " {d}c", " c",
            " {d}c");
  }

  @Test
  void anEmptyPrefixIsNotTakenForTheDefaultNamespaceOfTheMessageBefore() {
    XmlReaders.on(in, "<a xmlns='u'/>").nextChild(null);

    XmlReaders.on(in, "<a xmlns:='u'/>");

    assertThat(XmlReaders.failure(in, XmlSyntaxException.class, in::next))
        .hasMessageContaining("expected a prefix to declare");
  }

  @Test
  void declarationsAreThoseOfTheElement() {
    XmlReaders.on(in, "<a xmlns='u' xmlns:p='v' b='1'><c xmlns=''>x</c></a>").nextChild(null);

    assertThat(in.namespaceCount()).isEqualTo(2);
    assertThat(in.namespacePrefix(0)).isEmpty();
    assertThat(in.namespaceUri(0)).isEqualTo("u");
    assertThat(in.namespacePrefix(1)).isEqualTo("p");
    assertThat(in.namespaceUri(1)).isEqualTo("v");
    assertThat(in.namespaceUri("xml")).isEqualTo("http://www.w3.org/XML/1998/namespace");
    assertThat(in.namespaceUri("q")).isNull();
    in.next();
    assertThat(in.namespaceCount()).isEqualTo(1);
    assertThat(in.namespaceUri("")).isEmpty();
    assertThat(in.namespaceUri("p")).isEqualTo("v");
    in.next();
    assertThat(in.namespaceCount()).isZero();
    assertThat(in.namespaceUri("")).isEmpty();
    in.next();
    assertThat(in.namespaceCount()).as("at the end tag").isEqualTo(1);
    in.next();
    assertThat(in.namespaceCount()).isEqualTo(2);
    assertThat(in.namespaceUri("")).isEqualTo("u");
  }

  @Test
  void attributesWithCollidingHashCodesAreFoundUniqueInLinearTime() {
    long plain = probes(attributes(false));
    long colliding = probes(attributes(true));

    // 512 names in at least twice as many buckets: well under one probe each if they spread, and
    // 130 816 if they all fell into one.
    assertThat(plain).isLessThan(512 * 4);
    assertThat(colliding).isLessThan(512 * 4);
  }

  private static long probes(String attributes) {
    XmlReader in = XmlReaders.atRoot("<a " + attributes + "/>");
    assertThat(in.attributeCount()).isEqualTo(512);
    return in.attributeProbes();
  }

  /** 512 attributes; "Aa" and "BB" have the same String.hashCode, so have all nine-fold mixes. */
  private static String attributes(boolean colliding) {
    StringBuilder attributes = new StringBuilder();
    for (int i = 0; i < 512; i++) {
      for (int bit = 0; bit < 9; bit++) {
        boolean set = (i >> bit & 1) == 1;
        attributes.append(set ? "Aa" : colliding ? "BB" : "Cc");
      }
      attributes.append("='' ");
    }
    return attributes.toString();
  }

  @Test
  void aSecondAmongManyAttributesIsFound() {
    StringBuilder many = new StringBuilder("<a xmlns:p='u' xmlns:q='u' p:x0=''");
    for (int i = 1; i < 100; i++) {
      many.append(" x").append(i).append("='' p:x").append(i).append("=''");
    }
    XmlReaders.readToEnd(XmlReaders.on(many + "/>"));

    XmlReader twice = XmlReaders.on(many + " q:x77=''/>");

    assertThat(XmlReaders.failure(twice, XmlSyntaxException.class, twice::next))
        .hasMessageContaining("found a second {u}x77");
  }

  @Test
  void moreNamesAndScopesThanAreKeptChangeNothing() {
    StringBuilder document = new StringBuilder("<r>");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 3000; i++) {
        document.append("<p:n").append(i).append(" xmlns:p='u").append(i).append("'/>");
      }
    }
    byte[] bytes = XmlReaders.utf8(document + "</r>");
    in.reset(bytes, 0, bytes.length).nextChild(null);

    for (int i = 0; i < 6000; i++) {
      assertThat(in.nextChild(null)).isEqualTo(new XmlName("u" + i % 3000, "n" + i % 3000));
      in.skipElement();
    }
    assertThat(in.nextChild(null)).isNull();
  }
}
