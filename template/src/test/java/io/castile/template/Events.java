package io.castile.template;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Messages as the JDK's parser sees them. */
final class Events {
  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();
  private static final Pattern SPACES = Pattern.compile(" +");

  private Events() {}

  /** What a parser tells of a message, without the white space that stuffing adds. */
  static List<String> of(byte[] message) throws XMLStreamException {
    List<String> events = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    XMLStreamReader in = FACTORY.createXMLStreamReader(new ByteArrayInputStream(message));
    while (in.hasNext()) {
      int event = in.next();
      if (event == XMLStreamConstants.CHARACTERS) {
        text.append(in.getText());
        continue;
      }
      if (!text.toString().isBlank()) {
        events.add("text " + SPACES.matcher(text.toString().strip()).replaceAll(" "));
      }
      text.setLength(0);
      if (event == XMLStreamConstants.START_ELEMENT) {
        StringBuilder start = new StringBuilder("<" + in.getName());
        for (int i = 0; i < in.getAttributeCount(); i++) {
          start.append(' ').append(in.getAttributeName(i)).append('=');
          start.append(in.getAttributeValue(i).strip());
        }
        events.add(start.toString());
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        events.add(">");
      }
    }
    return events;
  }
}
