package io.castile.axis2;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.OriginReply;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultReader;
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
record ResponseKind(OriginReply.Kind kind, boolean isSecured) {
  private static final NameTable NAMES = new NameTable();
  private static final ResponseKind BROKEN = new ResponseKind(OriginReply.Kind.FAILURE, false);

  /**
   * Reads an answer to its end. One that is no envelope, is not well-formed anywhere, or has a
   * fault behind the body's first element counts as a failure of the service.
   *
   * @param charset the encoding that the transport names; null for none
   * @throws NotCacheableException if the body is empty
   */
  static ResponseKind of(byte[] message, @Nullable String charset) {
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
      if (version == null || child == null || !child.local().equals("Body")) {
        return BROKEN;
      }
      XmlName first = in.nextChild(null);
      if (first == null) {
        throw new NotCacheableException("the response has no element in its body");
      }
      OriginReply.Kind kind = OriginReply.Kind.RESPONSE;
      if (isFault(first, version)) {
        kind = kind(FaultReader.read(in, version));
      } else {
        in.skipElement();
      }
      return endsWell(in, version) ? new ResponseKind(kind, isSecured) : BROKEN;
    } catch (XmlException e) {
      return BROKEN;
    }
  }

  private static boolean isFault(XmlName name, SoapVersion version) {
    return name.local().equals("Fault") && name.uri().equals(version.namespace());
  }

  /** Reads the rest, whether it has neither a fault nor anything behind the body. */
  private static boolean endsWell(XmlReader in, SoapVersion version) {
    for (XmlName next = in.nextChild(null); next != null; next = in.nextChild(null)) {
      if (isFault(next, version)) {
        return false;
      }
      in.skipElement();
    }
    if (in.nextChild(null) != null) {
      return false;
    }
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return true;
  }

  /**
   * Returns the kind of a fault. One that blames only the service, and has no detail of the
   * service's own, says only that the service failed.
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
