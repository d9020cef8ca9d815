package io.castile.bench.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The SOAP 1.1 envelope around every message, for stacks that leave it to their caller. */
public final class Envelopes {
  private static final String PREFIX =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>";
  private static final String SUFFIX = "</soap:Body></soap:Envelope>";

  private static final byte[] START = PREFIX.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = SUFFIX.getBytes(StandardCharsets.US_ASCII);

  private Envelopes() {}

  /** What stands before the element in the body. The array is shared: not to be changed. */
  public static byte[] start() {
    return START;
  }

  /** What stands after it. The array is shared: not to be changed. */
  public static byte[] end() {
    return END;
  }

  public static void start(ByteArrayOutputStream out) {
    out.write(START, 0, START.length);
  }

  public static void end(ByteArrayOutputStream out) {
    out.write(END, 0, END.length);
  }

  /** Moves to the element in the body. */
  public static void toBody(XMLStreamReader reader) throws XMLStreamException {
    do {
      toStart(reader);
    } while (!reader.getLocalName().equals("Body"));
    toStart(reader);
  }

  private static void toStart(XMLStreamReader reader) throws XMLStreamException {
    int event = reader.next();
    while (event != XMLStreamConstants.START_ELEMENT) {
      event = reader.next();
    }
  }
}
