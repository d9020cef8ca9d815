package io.castile.dynamic;

import io.castile.soap.DomWriter;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import jakarta.xml.soap.Detail;
import jakarta.xml.soap.DetailEntry;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fault with which a service has answered, and what its detail says. */
public final class DynamicFaultException extends SOAPFaultException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, @Nullable Object> details;

  private DynamicFaultException(SOAPFault fault, Map<String, @Nullable Object> details) {
    super(fault);
    this.details = details;
  }

  static DynamicFaultException of(SOAPFaultException received, OperationValues operation) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    Detail detail = received.getFault().getDetail();
    if (detail != null) {
      for (Iterator<DetailEntry> entries = detail.getDetailEntries(); entries.hasNext(); ) {
        DetailEntry entry = entries.next();
        byte[] document = DomWriter.toBytes(entry);
        XmlReader in = new XmlReader().reset(document, 0, document.length);
        in.nextChild(null);
        details.putIfAbsent(entry.getLocalName(), operation.readDetail(in));
      }
    }
    DynamicFaultException fault =
        new DynamicFaultException(received.getFault(), Collections.unmodifiableMap(details));
    fault.initCause(received);
    return fault;
  }

  /**
   * Returns the entries of the detail by their local names, each as its element in the description
   * says, or as it stands there; unmodifiable. Empty where there is none, and after serialization.
   */
  public Map<String, @Nullable Object> details() {
    return details == null ? Map.of() : details;
  }
}
