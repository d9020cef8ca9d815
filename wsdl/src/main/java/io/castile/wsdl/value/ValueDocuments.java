package io.castile.wsdl.value;

import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;

/** Documents with one value. */
final class ValueDocuments {
  private ValueDocuments() {}

  /** Returns a reader at the root of a document. */
  static XmlReader reader(Plans plans, byte[] document) {
    XmlReader in = new XmlReader(plans.names(), XmlLimits.DEFAULT);
    in.reset(document, 0, document.length).nextChild(null);
    return in;
  }

  /** Reads to the end, where it is well-formed. */
  static void end(XmlReader in) {
    int event = in.event();
    while (event != XmlReader.END_DOCUMENT) {
      event = in.next();
    }
  }
}
