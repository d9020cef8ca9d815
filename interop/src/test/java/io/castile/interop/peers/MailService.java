package io.castile.interop.peers;

import jakarta.activation.DataHandler;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Finds attachments in its context, and puts others there. */
@WebService(
    endpointInterface = "io.castile.interop.peers.Mail",
    serviceName = "MailService",
    portName = "MailPort",
    targetNamespace = Archive.NAMESPACE)
public class MailService implements Mail {
  @Resource private WebServiceContext context;

  @Override
  public String turn(String text) {
    MessageContext properties = context.getMessageContext();
    Map<String, DataHandler> answers = new HashMap<>();
    Map<String, Integer> sizes = new TreeMap<>();
    Map<?, ?> found = (Map<?, ?>) properties.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
    found.forEach(
        (id, data) -> {
          byte[] bytes = bytes((DataHandler) data);
          sizes.put(id.toString(), bytes.length);
          answers.put(
              "re-" + id,
              new DataHandler(new BytesSource(bytes, ((DataHandler) data).getContentType())));
        });
    properties.put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, answers);
    return sizes.toString();
  }

  private static byte[] bytes(DataHandler data) {
    try {
      return data.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new WebServiceException(e);
    }
  }
}
