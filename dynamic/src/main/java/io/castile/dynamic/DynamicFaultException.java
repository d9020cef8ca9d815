package io.castile.dynamic;

import io.castile.soap.exchange.internal.EncodedDetail;
import io.castile.soap.internal.DomWriter;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlReader;
import jakarta.xml.soap.Detail;
import jakarta.xml.soap.DetailEntry;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fault that a service has sent, with the content of its detail. */
public final class DynamicFaultException extends SOAPFaultException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, @Nullable Object> details;

  private DynamicFaultException(SOAPFault fault, Map<String, @Nullable Object> details) {
    super(fault);
    this.details = details;
  }

  static DynamicFaultException of(
      SOAPFaultException received, OperationValues operation, boolean isJson) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    Detail detail = received.getFault().getDetail();
    if (detail != null) {
      boolean isEncoded = operation.operation().isEncoded();
      List<DetailEntry> entries = new ArrayList<>();
      detail.getDetailEntries().forEachRemaining(entries::add);
      for (DetailEntry entry : entries) {
        String name = entry.getLocalName();
        if (details.containsKey(name)) {
          continue;
        }
        if (!isEncoded) {
          details.put(name, literal(entry, operation, isJson));
        } else if (!EncodedDetail.isIndependent(entry, entries)
            && details.size() < EncodedDetail.MAX_ENTRIES) {
          details.put(name, encoded(entry, entries, operation, isJson));
        }
      }
    }
    DynamicFaultException fault =
        new DynamicFaultException(received.getFault(), Collections.unmodifiableMap(details));
    fault.initCause(received);
    return fault;
  }

  private static @Nullable Object literal(
      DetailEntry entry, OperationValues operation, boolean isJson) {
    byte[] document = DomWriter.toBytes(entry);
    XmlReader in = new XmlReader().reset(document, 0, document.length);
    in.nextChild(null);
    return isJson ? operation.readDetailJson(in) : operation.readDetail(in);
  }

  /** Reads an entry as it is where it does not fit the description: faults are for people, too. */
  private static @Nullable Object encoded(
      DetailEntry entry, List<DetailEntry> all, OperationValues operation, boolean isJson) {
    byte[] document = EncodedDetail.document(entry, all);
    XmlReader in = new XmlReader().reset(document, 0, document.length);
    in.nextChild(null);
    in.nextChild(null);
    try {
      return isJson ? operation.readEncodedDetailJson(in) : operation.readEncodedDetail(in);
    } catch (XmlDataException e) {
      return literal(entry, operation, isJson);
    }
  }

  /**
   * Returns the entries of the detail by their local names, each as its element in the description
   * says, or as text and elements where there is no description; unmodifiable. Empty where there is
   * none, and after serialization.
   */
  public Map<String, @Nullable Object> details() {
    return details == null ? Map.of() : details;
  }
}
