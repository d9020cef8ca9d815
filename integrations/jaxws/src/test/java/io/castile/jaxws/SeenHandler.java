package io.castile.jaxws;

import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;

/** Notes the ports of the messages that pass. */
public class SeenHandler implements SOAPHandler<SOAPMessageContext> {
  static final List<Object> PORTS = new CopyOnWriteArrayList<>();

  @Override
  public Set<QName> getHeaders() {
    return Set.of();
  }

  @Override
  public boolean handleMessage(SOAPMessageContext context) {
    PORTS.add(context.get(MessageContext.WSDL_PORT));
    return true;
  }

  @Override
  public boolean handleFault(SOAPMessageContext context) {
    return true;
  }

  @Override
  public void close(MessageContext context) {}
}
