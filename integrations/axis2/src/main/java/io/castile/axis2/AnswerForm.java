package io.castile.axis2;

import io.castile.cache.OriginReply;
import io.castile.cache.graph.NotCacheableException;
import io.castile.soap.FaultReader;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * What the message of an answer is to the cache.
 *
 * @param kind what it is
 * @param isSecured whether it has a header block of WS-Security, which is made for one asker
 */
record AnswerForm(OriginReply.Kind kind, boolean isSecured) {
  private static final NameTable NAMES = new NameTable();

  /**
   * Reads an answer up to the start of the body's element; a fault to its end.
   *
   * @param charset the encoding that the transport names; null for none
   * @throws NotCacheableException if it is no envelope with an element in its body
   */
  static AnswerForm of(byte[] message, @Nullable String charset) {
    XmlReader in = new XmlReader(NAMES, XmlLimits.DEFAULT);
    try {
      in.reset(message, 0, message.length, charset);
      XmlName envelope = in.nextChild(null);
      SoapVersion version = envelope == null ? null : SoapVersion.ofNamespace(envelope.uri());
      XmlName child = version == null ? null : in.nextChild(null);
      boolean isSecured = false;
      if (child != null && child.local().equals("Header")) {
        for (XmlName block = in.nextChild(null); block != null; block = in.nextChild(null)) {
          isSecured |= block.local().equals("Security");
          in.skipElement();
        }
        child = in.nextChild(null);
      }
      XmlName first = child != null && child.local().equals("Body") ? in.nextChild(null) : null;
      if (version == null || first == null) {
        throw new NotCacheableException("the answer is no envelope with an element in its body");
      }
      boolean isFault = first.local().equals("Fault") && first.uri().equals(version.namespace());
      return new AnswerForm(
          isFault ? kind(FaultReader.read(in, version)) : OriginReply.Kind.RESPONSE, isSecured);
    } catch (XmlException e) {
      throw new NotCacheableException("the answer cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * A fault that blames nobody but the service, and has no detail of the service's own, says only
   * that the service failed.
   */
  private static OriginReply.Kind kind(SoapFault fault) {
    List<Element> detail = fault.detail();
    boolean hasDetail = detail != null && detail.stream().anyMatch(entry -> !isStackTrace(entry));
    return fault.blamesReceiver() && !hasDetail ? OriginReply.Kind.FAILURE : OriginReply.Kind.FAULT;
  }

  /** Axis2 adds one to the faults that it makes of exceptions. */
  private static boolean isStackTrace(Element entry) {
    return entry.getNamespaceURI() == null && "Exception".equals(entry.getLocalName());
  }
}
