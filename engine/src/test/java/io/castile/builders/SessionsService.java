package io.castile.builders;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;

/** Tells what header blocks have. */
@WebService(
    endpointInterface = "io.castile.builders.Sessions",
    serviceName = "SessionsService",
    portName = "SessionsPort",
    targetNamespace = Sessions.NAMESPACE)
public class SessionsService implements Sessions {
  @Override
  public int use(Node node, Node session, Holder<String> ticket) {
    ticket.value = ticket.value == null ? null : ticket.value + " punched";
    if (session == null) {
      return node.getData();
    }
    return node.getData() + session.getData() + (session.getLeft() == node ? 100 : 0);
  }
}
