package io.castile.jaxws;

import io.castile.soap.SoapVersion;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.VersionBinding;
import io.castile.soap.mime.AttachmentOptions;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.MTOMFeature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The binding of an endpoint: handlers, roles and MTOM as they are to be when it is published.
 * Thread-safe.
 */
final class EndpointBinding extends VersionBinding {
  private final SoapEndpoint endpoint;

  // Guarded by this.
  private @Nullable List<Handler<?>> handlers; // null while the file has not been asked for
  private Set<String> roles = new HashSet<>(); // without those of every last receiver
  private @Nullable Boolean mtom; // null for what features and annotations say

  EndpointBinding(SoapEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** The handlers in place of those of a file; null for these. */
  synchronized @Nullable List<Handler<?>> handlers() {
    return handlers;
  }

  synchronized Set<String> ownRoles() {
    return Set.copyOf(roles);
  }

  /** Returns the setting of MTOM outside of the classes; null for none. */
  synchronized @Nullable MTOMFeature mtom() {
    MTOMFeature feature = endpoint.mtom();
    if (mtom == null) {
      return feature;
    }
    return new MTOMFeature(mtom, feature == null ? 0 : feature.getThreshold());
  }

  @Override
  protected SoapVersion version() {
    return endpoint.version();
  }

  @SuppressWarnings("rawtypes") // the API's own
  @Override
  public synchronized List<Handler> getHandlerChain() {
    if (handlers == null) {
      HandlerFile.Content file = endpoint.handlerFile();
      handlers = file.handlers();
      roles.addAll(file.roles());
    }
    return new ArrayList<>(handlers);
  }

  @SuppressWarnings("rawtypes") // the API's own
  @Override
  public synchronized void setHandlerChain(@Nullable List<Handler> chain) {
    checkNotPublished();
    List<Handler<?>> typed = new ArrayList<>();
    if (chain != null) {
      chain.forEach(typed::add);
    }
    handlers = List.copyOf(typed);
  }

  @Override
  public synchronized Set<String> getRoles() {
    Set<String> all = new HashSet<>(endpoint.version().receiverRoles());
    all.addAll(roles);
    return all;
  }

  @Override
  public synchronized void setRoles(Set<String> roles) {
    checkNotPublished();
    Set<String> own = new HashSet<>(roles);
    if (own.contains("http://www.w3.org/2003/05/soap-envelope/role/none")) {
      throw new WebServiceException(
          "Cannot act in the role none of SOAP 1.2, because no node does. Remove it.");
    }
    own.removeAll(endpoint.version().receiverRoles());
    this.roles = own;
  }

  @Override
  public boolean isMTOMEnabled() {
    MTOMFeature said = mtom();
    return said == null
        ? AttachmentOptions.DEFAULT.annotated(endpoint.getImplementor().getClass()).mtom()
        : said.isEnabled();
  }

  @Override
  public synchronized void setMTOMEnabled(boolean on) {
    checkNotPublished();
    mtom = on;
  }

  /** Checks that the endpoint is not published, because its settings are fixed then. */
  private void checkNotPublished() {
    if (endpoint.isPublished()) {
      throw new IllegalStateException(
          "Cannot change the binding, because the endpoint is published. Change it before"
              + " publish().");
    }
  }
}
