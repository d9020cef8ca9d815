package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** "Allocates only what it returns, once it has seen such a message." */
class XmlReaderAllocationTest {
  private static final String MESSAGE =
      "<?xml version='1.0' encoding='UTF-8'?><s:Envelope xmlns:s='urn:soap' xmlns='urn:d'>"
          + "<s:Body><order xmlns:x='urn:x' x:id='7' note='&lt;'><line n='1'>a&amp;b</line>"
          + "<!-- c --><line n='2'><![CDATA[c]]></line><other>12345678901</other></order></s:Body>"
          + "</s:Envelope>";

  private final NameTable names = new NameTable();
  private final XmlName line = names.intern("urn:d", "line");
  private final XmlReader in = new XmlReader(names, XmlLimits.DEFAULT);
  private final byte[] bytes = XmlReaders.utf8(MESSAGE);

  @Test
  void readingTheSameMessageAgainAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long seen = 0;
    long least = Long.MAX_VALUE; // other rounds may be charged for what the JIT compiler does
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        seen += read();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(seen).isEqualTo(20_000 * 6);
    // The measurement itself makes a few objects; a single one per message would be 16 000 bytes.
    assertThat(least).isLessThan(4096);
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
    for (int round = 0; round < 20; round++) {
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

    assertThat(found).isEqualTo(20 * 100 * expected.length);
    // One name that had to be looked up again would be 10 000 bytes.
    assertThat(least).isLessThan(4096);
  }
}
