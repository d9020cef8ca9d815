package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Wildcard content costs what it weighs. */
class DomCostTest {
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Holder {
    @XmlAnyElement List<Element> any = new ArrayList<>();

    @XmlElement(name = "o")
    List<Object> objects = new ArrayList<>();
  }

  private static final Codec<Holder> CODEC = Codecs.forTypes(Holder.class).of(Holder.class);

  private static byte[] message(String element, int count) {
    return ("<holder>" + element.repeat(count) + "</holder>").getBytes(StandardCharsets.UTF_8);
  }

  private static long allocatedPerByte(byte[] message) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    CODEC.fromBytes(message);
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    CODEC.fromBytes(message);
    long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    return (after - before) / message.length;
  }

  @Test
  void anEmptyElementOfAWildcardAllocatesLittle() {
    assertThat(allocatedPerByte(message("<a/>", 5_000))).isLessThan(400);
  }

  @Test
  void anEmptyElementUnderObjectAllocatesLittle() {
    assertThat(allocatedPerByte(message("<o/>", 5_000))).isLessThan(400);
  }

  @Test
  void eachElementHasADocumentOfItsOwn() {
    Holder holder = CODEC.fromBytes(message("<a/>", 2));

    for (Element each : holder.any) {
      assertThat(each.getOwnerDocument().getDocumentElement()).isSameAs(each);
    }
  }

  @Test
  void textsThatLookLikeQualifiedNamesDeepInsideKeepTheirMeaning() {
    int depth = 400;
    String deep = "<d>".repeat(depth) + "p:".repeat(200_000) + "</d>".repeat(depth);
    byte[] message =
        ("<holder xmlns:p='urn:p'>" + deep + "</holder>").getBytes(StandardCharsets.UTF_8);

    Holder holder = CODEC.fromBytes(message);
    assertThat(CODEC.equal(holder, CODEC.copy(holder))).isTrue();
    assertThat(CODEC.hash(holder)).isEqualTo(CODEC.hash(CODEC.fromBytes(message)));

    Element leaf = holder.any.get(0);
    while (leaf.getFirstChild() instanceof Element child) {
      leaf = child;
    }
    assertThat(leaf.getAttribute("xmlns:p")).isEqualTo("urn:p");
  }

  @Test
  void aPrefixIsDeclaredOnceForAllThatIsBelow() {
    Element any =
        CODEC
            .fromBytes(
                ("<holder xmlns:p='urn:p'><a n='p:x'><b n='p:y'/>p:z</a></holder>")
                    .getBytes(StandardCharsets.UTF_8))
            .any
            .get(0);

    assertThat(any.getAttribute("xmlns:p")).isEqualTo("urn:p");
    assertThat(((Element) any.getFirstChild()).hasAttribute("xmlns:p")).isFalse();
  }

  @Test
  void aPrefixThatMeansAnotherNamespaceInsideIsDeclaredAgainBehind() {
    Element any =
        CODEC
            .fromBytes(
                ("<holder xmlns:p='urn:p'><a><b xmlns:p='urn:q' n='p:y'/><c n='p:z'/></a></holder>")
                    .getBytes(StandardCharsets.UTF_8))
            .any
            .get(0);

    assertThat(any.getFirstChild().lookupNamespaceURI("p")).isEqualTo("urn:q");
    assertThat(any.getLastChild().lookupNamespaceURI("p")).isEqualTo("urn:p");
  }
}
