package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.castile.xml.Namespace;
import io.castile.xml.XmlWriter;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class XmlWriterAllocationTest {
  private static final int DOCUMENTS = 2_000;
  private static final byte[] START = "<s:item".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "</s:item>".getBytes(StandardCharsets.UTF_8);
  private static final byte[] CLOSE = {'>'};
  private static final Namespace SHOP = new Namespace("s", "urn:shop");
  private static final QName NAME = new QName("urn:shop", "name");
  private static final BigInteger BIG = BigInteger.valueOf(1L << 40);

  private static final BigDecimal PRICE = new BigDecimal("1234.56");

  private final XMLGregorianCalendar date =
      XsdDates.FACTORY.newXMLGregorianCalendar("2026-11-21T09:05:07.250+01:00");
  private final byte[] binary = new byte[50];
  private final XmlWriter writer = new XmlWriter();

  @Test
  void aWarmWriterDoesNotAllocate() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 5 * DOCUMENTS; i++) {
      writeDocument(i);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < DOCUMENTS; i++) {
      writeDocument(i);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // The question itself, and a compilation that ends meanwhile, may cost the thread some bytes.
    assertThat(allocated / DOCUMENTS).isZero();
  }

  private void writeDocument(int i) {
    writer.reset();
    int mark = writer.mark();
    writer.raw(START);
    writer.declare(SHOP);
    writer.declare(NAME);
    writer.raw(CLOSE);
    writer.enter(null);
    writer.text(NAME);
    writer.text("plain");
    writer.text("a < b, é, €, \uD83D\uDE00");
    writer.attributeText("\"quoted\"");
    writer.text(i);
    writer.text((long) i << 32);
    writer.text(i / 7.0);
    writer.text(i / 7.0f);
    writer.text(Double.MIN_VALUE * i);
    writer.text((i & 1) == 0);
    writer.text(BIG);
    writer.text(PRICE);
    writer.text(date);
    writer.base64(binary);
    writer.hex(binary);
    writer.startElement("urn:shop", "child");
    writer.attribute("", "id", "1");
    writer.closeStartTag();
    writer.endElement();
    writer.leave();
    writer.raw(END);
    writer.release(mark);
  }
}
