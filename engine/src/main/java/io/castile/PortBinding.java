package io.castile;

import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.handler.VersionBinding;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The binding of a client. It says which one it is, and holds its handlers and roles, and whether
 * it sends MTOM.
 */
final class PortBinding extends VersionBinding {
  private final SoapClient client;
  private final SoapVersion version;
  private final HandlerInterceptor handlers;

  PortBinding(SoapClient client, SoapVersion version, HandlerInterceptor handlers) {
    this.client = client;
    this.version = version;
    this.handlers = handlers;
    client.setHasHandlers(!handlers.handlers().isEmpty());
  }

  @Override
  protected SoapVersion version() {
    return version;
  }

  @SuppressWarnings("rawtypes") // the interface's own
  @Override
  public List<Handler> getHandlerChain() {
    return new ArrayList<>(handlers.handlers());
  }

  @SuppressWarnings("rawtypes") // the interface's own
  @Override
  public synchronized void setHandlerChain(List<Handler> chain) {
    List<Handler<?>> typed = new ArrayList<>();
    chain.forEach(typed::add);
    handlers.setHandlers(typed);
    client.setHasHandlers(!typed.isEmpty());
  }

  @Override
  public Set<String> getRoles() {
    Set<String> roles = new HashSet<>(version.receiverRoles());
    roles.addAll(client.roles());
    return roles;
  }

  /** Sets the roles; those of the last receiver are there always. */
  @Override
  public void setRoles(Set<String> roles) {
    try {
      client.setRoles(roles);
    } catch (IllegalArgumentException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  @Override
  public boolean isMTOMEnabled() {
    return client.sendsMtom();
  }

  @Override
  public void setMTOMEnabled(boolean flag) {
    client.setMtom(flag);
  }
}
