package io.castile.soap.envelope;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.xml.Namespace;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** The header blocks that SOAP 1.2 has beside faults of its own (part 1 §5.4.7, §5.4.8). */
final class FaultBlocks {
  private static final String NAMESPACE = SoapVersion.SOAP_1_2.namespace();

  private FaultBlocks() {}

  /** Names the blocks that must be understood and are not, one block each. */
  static List<SoapHeader> notUnderstood(List<QName> blocks) {
    List<SoapHeader> headers = new ArrayList<>();
    for (QName block : blocks) {
      headers.add(
          SoapHeader.of(
              new QName(NAMESPACE, "NotUnderstood"),
              out -> {
                String uri = block.getNamespaceURI();
                if (!uri.isEmpty()) {
                  out.declare(new Namespace("block", uri));
                }
                out.attribute("", "qname", (uri.isEmpty() ? "" : "block:") + block.getLocalPart());
                out.closeStartTag();
              }));
    }
    return headers;
  }

  /** Names the envelopes that are read, the one that is liked most first. */
  static List<SoapHeader> upgrade(List<SoapVersion> versions) {
    return List.of(
        SoapHeader.of(
            new QName(NAMESPACE, "Upgrade"),
            out -> {
              out.closeStartTag();
              for (SoapVersion version : versions) {
                out.startElement(NAMESPACE, "SupportedEnvelope");
                String prefix = "v" + version.ordinal();
                out.declare(new Namespace(prefix, version.namespace()));
                out.attribute("", "qname", prefix + ":Envelope");
                out.closeStartTag();
                out.endElement();
              }
            }));
  }
}
