package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the tests of the reader share. */
final class XmlReaders {
  private XmlReaders() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A reader at the start of the document. */
  static XmlReader on(String document) {
    return on(new XmlReader(), document);
  }

  static XmlReader on(XmlReader reader, String document) {
    // Bytes before and behind, which no reading may reach.
    byte[] bytes = utf8("<<&&" + document + "]]>&\u00e9<x");
    return reader.reset(bytes, 4, utf8(document).length);
  }

  /** A reader at the START_ELEMENT of the document's root element. */
  static XmlReader atRoot(String document) {
    XmlReader in = on(document);
    in.nextChild(null);
    return in;
  }

  static void readToEnd(XmlReader in) {
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
  }

  /** All that a reader tells of where it is. */
  static String state(XmlReader in) {
    StringBuilder state = new StringBuilder();
    state.append(in.event()).append(" @").append(in.offset()).append(" ").append(in.path());
    state.append(" depth ").append(in.depth());
    if (in.event() == XmlReader.START_ELEMENT || in.event() == XmlReader.END_ELEMENT) {
      state.append(" ").append(in.name()).append(" ").append(in.prefix());
    }
    if (in.event() == XmlReader.TEXT || in.event() == XmlReader.COMMENT) {
      state.append(" '").append(in.text()).append("'");
    }
    if (in.event() == XmlReader.PROCESSING_INSTRUCTION) {
      state.append(" ").append(in.piTarget()).append(" '").append(in.text()).append("'");
    }
    for (int i = 0; i < in.attributeCount(); i++) {
      state.append(" ").append(in.attributeName(i)).append("=").append(in.attribute(i));
    }
    for (int i = 0; i < in.namespaceCount(); i++) {
      state.append(" xmlns:").append(in.namespacePrefix(i)).append("=").append(in.namespaceUri(i));
    }
    state.append(" default ").append(in.namespaceUri(""));
    return state.append(" p ").append(in.namespaceUri("p")).toString();
  }

  /** Runs what must fail, twice, and checks that the reader stays where it was. */
  static <E extends XmlException> E failure(XmlReader in, Class<E> type, ThrowingCallable read) {
    String before = state(in);
    E error = catchThrowableOfType(type, read);
    assertThat(error).as("the failure").isNotNull();
    assertThat(state(in)).as("state after the failure").isEqualTo(before);
    E again = catchThrowableOfType(type, read);
    assertThat(again).as("the failure of the same read again").hasMessage(error.getMessage());
    return error;
  }
}
