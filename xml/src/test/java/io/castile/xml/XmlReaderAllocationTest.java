package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "Allocates only what it returns, once it has seen such a message." */
class XmlReaderAllocationTest {
  private static final String MESSAGE =
      "<?xml version='1.0' encoding='UTF-8'?><s:Envelope xmlns:s='urn:soap' xmlns='urn:d'>"
          + "<s:Body><order xmlns:x='urn:x' x:id='7' note='&lt;'><line n='1'>a&amp;b</line>"
          + "<!-- c --><line n='2'><![CDATA[c]]></line><other>12345678901</other></order></s:Body>"
          + "</s:Envelope>";

  /** What the measurement itself may take; an object for each message would be 16 000 bytes. */
  private static final long FEW_BYTES = 4096;

  private final NameTable names = new NameTable();
  private final XmlName line = names.intern("urn:d", "line");
  private final XmlReader in = new XmlReader(names, XmlLimits.DEFAULT);
  private final byte[] bytes = XmlReaders.utf8(MESSAGE);

  @Test
  void readingTheSameMessageAgainAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long seen = 0;
    long least = Long.MAX_VALUE; // other rounds may be charged for what the JIT compiler does
    int rounds = 0;
    // A few are enough, unless the machine is so busy that the code is compiled late.
    while (rounds < 20 || (least >= FEW_BYTES && rounds < 20_000)) {
      rounds++;
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        seen += read();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(seen).isEqualTo(rounds * 6000L);
    assertThat(least).isLessThan(FEW_BYTES);
  }

  private int read() {
    in.reset(bytes, 0, bytes.length);
    int seen = 0;
    in.nextChild(null);
    in.nextChild(null);
    in.nextChild(null);
    for (XmlName name; (name = in.nextChild(line)) != null; ) {
      if (name == line && !in.readText().isBlank()) {
        seen++;
      } else if (name != line) {
        in.skipElement();
        seen++;
      }
    }
    while (in.next() != XmlReader.END_DOCUMENT) {
      seen++;
    }
    return seen + 1;
  }

  @Test
  void namesThatAreExpectedAreRememberedHoweverManyThereAre() {
    XmlName[] expected = new XmlName[400];
    StringBuilder document = new StringBuilder("<r>");
    for (int i = 0; i < expected.length; i++) {
      expected[i] = names.intern("", "name" + i);
      document.append("<name").append(i).append("></name").append(i).append('>');
    }
    byte[] children = XmlReaders.utf8(document.append("</r>").toString());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int found = 0;
    long least = Long.MAX_VALUE;
    int rounds = 0;
    while (rounds < 20 || (least >= FEW_BYTES && rounds < 20_000)) {
      rounds++;
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        in.reset(children, 0, children.length);
        in.nextChild(null);
        for (XmlName name : expected) {
          found += in.nextChild(name) == name ? 1 : 0;
          in.readText();
        }
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(found).isEqualTo(rounds * 100 * expected.length);
    // One name that had to be looked up again would be 10 000 bytes.
    assertThat(least).isLessThan(FEW_BYTES);
  }

  @Test
  void namesAndDeclarationsOfAMessageAreRememberedWhateverTheirHashes() {
    for (int i = 0; i < 1000; i++) {
      byte[] message =
          XmlReaders.utf8(
              String.format(
                  "<a%1$d xmlns='urn:%1$d:a' xmlns:b='urn:%1$d:b' xmlns:c='urn:%1$d:c'"
                      + " xmlns:d='urn:%1$d:d'><b:b%1$d/><c:c%1$d/><d:d%1$d/></a%1$d>",
                  i));
      // A name that the application does not know is the same object where it is not made anew.
      List<XmlName> first = elementNames(message);
      assertThat(elementNames(message))
          .as("message %d", i)
          .hasSize(4)
          .usingElementComparator((a, b) -> a == b ? 0 : 1)
          .isEqualTo(first);
    }
  }

  private List<XmlName> elementNames(byte[] message) {
    List<XmlName> all = new ArrayList<>();
    in.reset(message, 0, message.length);
    all.add(in.nextChild(null));
    for (XmlName name; (name = in.nextChild(null)) != null; ) {
      all.add(name);
      in.skipElement();
    }
    return all;
  }
}
