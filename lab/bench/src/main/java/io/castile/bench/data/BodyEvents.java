package io.castile.bench.data;

import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Passes the SAX events on that are inside the body of an envelope, as those of a document. */
public final class BodyEvents extends DefaultHandler {
  private static final int BODY = 2;

  private final ContentHandler to;
  private int depth;

  public BodyEvents(ContentHandler to) {
    this.to = to;
  }

  @Override
  public void startDocument() throws SAXException {
    to.startDocument();
  }

  @Override
  public void endDocument() throws SAXException {
    to.endDocument();
  }

  @Override
  public void startPrefixMapping(String prefix, String uri) throws SAXException {
    to.startPrefixMapping(prefix, uri);
  }

  @Override
  public void endPrefixMapping(String prefix) throws SAXException {
    to.endPrefixMapping(prefix);
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    if (depth++ >= BODY) {
      to.startElement(uri, local, name, attributes);
    }
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    if (--depth >= BODY) {
      to.endElement(uri, local, name);
    }
  }

  @Override
  public void characters(char[] text, int from, int length) throws SAXException {
    if (depth > BODY) {
      to.characters(text, from, length);
    }
  }
}
