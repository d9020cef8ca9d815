package io.castile.soap.exchange.internal;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.OperationModel;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** An entry of a fault's detail, and the declared exception that it represents. */
public record DeclaredFault(FaultType type, Element entry) {

  /**
   * Makes the declared exception of a fault.
   *
   * @return null where there is none
   * @throws SoapMessageException if the entry is not that of the exception
   */
  public static @Nullable Throwable exception(SoapResponse response, SoapFault fault)
      throws SoapMessageException {
    OperationModel operation = Messages.operation(response);
    DeclaredFault found = in(fault, operation);
    List<Element> detail = fault.detail();
    if (found == null || operation == null || detail == null) {
      return null;
    }
    byte[] entry =
        found.type.encoded() == null
            ? DomWriter.toBytes(found.entry)
            : EncodedDetail.document(found.entry, detail);
    return Messages.codec(response)
        .parser()
        .readException(operation, found.type, entry, fault.reason());
  }

  /**
   * Finds the class of the declared exception for which a response stands.
   *
   * @param fault what the response is; null for no fault
   * @return null where there is none
   */
  public static @Nullable Class<? extends Throwable> type(
      @Nullable SoapFault fault, MessageForms response) {
    if (response.given().source() instanceof MessageBody.Fault made && made.type() != null) {
      return made.type().type();
    }
    DeclaredFault found = in(fault, response.operation());
    return found == null ? null : found.type.type();
  }

  /**
   * Finds the entry of a fault that an operation declares.
   *
   * @param operation null for none
   * @param fault null for none
   * @return null where there is none
   */
  static @Nullable DeclaredFault in(@Nullable SoapFault fault, @Nullable OperationModel operation) {
    if (operation == null || fault == null || fault.detail() == null) {
      return null;
    }
    List<Element> entries = fault.detail();
    if (operation.isEncoded() && entries.size() > EncodedDetail.MAX_ENTRIES) {
      entries = entries.subList(0, EncodedDetail.MAX_ENTRIES);
    }
    for (Element entry : entries) {
      FaultType type =
          operation.isEncoded()
              ? EncodedDetail.type(entry, fault.detail(), operation.faults())
              : type(entry, operation.faults());
      if (type != null) {
        return new DeclaredFault(type, entry);
      }
    }
    return null;
  }

  private static @Nullable FaultType type(Element entry, List<FaultType> types) {
    String uri = entry.getNamespaceURI() == null ? "" : entry.getNamespaceURI();
    QName name = new QName(uri, entry.getLocalName());
    for (FaultType type : types) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    return null;
  }
}
