package io.castile.gateway.soap;

import io.castile.cache.policy.text.QualifiedName;
import io.castile.soap.SoapVersion;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/** Looks for an element in the body of an envelope. */
public final class ExpectedElement {
  private ExpectedElement() {}

  /**
   * Whether the body of an envelope has an element, at any depth.
   *
   * @param name {@code {namespace}local}, or {@code local} in any namespace
   * @param charset the encoding that the transport names; null for none
   * @return false also for what is no envelope
   */
  public static boolean isIn(byte[] message, @Nullable String charset, String name) {
    try {
      XmlReader in = new XmlReader(new NameTable(), XmlLimits.DEFAULT);
      in.reset(message, 0, message.length, charset);
      XmlName envelope = in.nextChild(null);
      if (envelope == null || SoapVersion.ofNamespace(envelope.uri()) == null) {
        return false;
      }
      for (XmlName part = in.nextChild(null); part != null; part = in.nextChild(null)) {
        if (part.local().equals("Body")) {
          return isBelow(in, name);
        }
        in.skipElement();
      }
      return false;
    } catch (XmlException e) {
      return false;
    }
  }

  /** Whether the element at whose start the reader is has one below it. */
  private static boolean isBelow(XmlReader in, String name) {
    int depth = 1;
    while (depth > 0) {
      int event = in.next();
      if (event == XmlReader.START_ELEMENT) {
        if (QualifiedName.matches(name, in.name().uri(), in.name().local())) {
          return true;
        }
        depth++;
      } else if (event == XmlReader.END_ELEMENT) {
        depth--;
      } else if (event == XmlReader.END_DOCUMENT) {
        return false;
      }
    }
    return false;
  }
}
