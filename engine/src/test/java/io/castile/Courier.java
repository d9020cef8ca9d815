package io.castile;

import jakarta.activation.DataHandler;
import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** A service whose messages have attachments that only its context shows. */
@WebService(name = "Courier", targetNamespace = "urn:courier")
public interface Courier {
  /**
   * Returns the names and sizes of the attachments with which the request came.
   *
   * @param added how many bytes the attachment of the response has; negative for none
   */
  String carry(@WebParam(name = "added") int added);

  /** The service. */
  @WebService(targetNamespace = "urn:courier", endpointInterface = "io.castile.Courier")
  final class Service implements Courier {
    @Resource private WebServiceContext context;
    private int calls;

    @Override
    public synchronized String carry(int added) {
      calls++;
      MessageContext properties = context.getMessageContext();
      Map<String, Integer> sizes = new TreeMap<>();
      map(properties, MessageContext.INBOUND_MESSAGE_ATTACHMENTS)
          .forEach((id, data) -> sizes.put(id, bytes(data).length));
      if (added >= 0) {
        map(properties, MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS)
            .put("added@courier", data(added));
      }
      return sizes.toString();
    }

    synchronized int calls() {
      return calls;
    }
  }

  /** The attachments of a context. */
  static Map<String, DataHandler> map(Map<String, Object> context, String name) {
    @SuppressWarnings("unchecked") // as the specification has it
    Map<String, DataHandler> map = (Map<String, DataHandler>) context.get(name);
    return map;
  }

  static byte[] bytes(DataHandler data) {
    try {
      return data.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static DataHandler data(int length) {
    return new DataHandler(new VaultService.Made(length, () -> {}));
  }
}
