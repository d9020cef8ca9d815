package io.castile.wss4j;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.shop.FreePorts;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;

/** Clients and servers of Castile and of CXF, with the same keys and actions. */
final class Ends {
  static final String SIGNED_PARTS =
      "{}{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd}Timestamp;"
          + "{}{http://schemas.xmlsoap.org/soap/envelope/}Body";

  private Ends() {}

  // ---- Castile ----

  /** What an end says, whose key has that name. */
  static Map<String, Object> settings(String action, String own, String other) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("action", action);
    settings.put("ws-security.signature.crypto", Keys.store(own, other));
    settings.put("ws-security.signature.username", own);
    settings.put("ws-security.encryption.username", other);
    settings.put("ws-security.username", "alice");
    settings.put("ws-security.callback-handler", Keys.PASSWORDS);
    return settings;
  }

  static Map<String, Object> settings(
      String action, String own, String other, String more, Object value) {
    Map<String, Object> settings = settings(action, own, other);
    settings.put(more, value);
    return settings;
  }

  static Greeter client(String url, Map<String, Object> settings) {
    return Castile.client(Greeter.class)
        .endpoint(url)
        .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
        .build();
  }

  static SoapServer server(Object service, Map<String, Object> settings) {
    return Castile.server()
        .host("localhost")
        .publish("/greeter", service)
        .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
        .start();
  }

  // ---- CXF ----

  /** What WSS4J's interceptors in CXF are told. */
  static Map<String, Object> cxf(String action, String own, String other) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("action", action);
    settings.put("user", own);
    settings.put("signatureUser", own);
    settings.put("encryptionUser", other);
    settings.put("keys", Keys.store(own, other));
    settings.put("signaturePropRefId", "keys");
    settings.put("signatureVerificationPropRefId", "keys");
    settings.put("encryptionPropRefId", "keys");
    settings.put("decryptionPropRefId", "keys");
    settings.put("passwordCallbackRef", Keys.PASSWORDS);
    settings.put("signatureParts", SIGNED_PARTS);
    settings.put("signatureKeyIdentifier", "DirectReference");
    settings.put("signatureAlgorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    settings.put("signatureDigestAlgorithm", "http://www.w3.org/2001/04/xmlenc#sha256");
    settings.put("encryptionSymAlgorithm", "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    if (action.contains("UsernameToken")) {
      settings.put("user", "alice");
    }
    return settings;
  }

  /** A published service of CXF. */
  record Published(String url, Server server) implements AutoCloseable {
    @Override
    public void close() {
      server.destroy();
    }
  }

  /**
   * @param in what requests are held to
   * @param out what is done to responses; null for nothing
   */
  static Published cxfServer(Object service, Map<String, Object> in, Map<String, Object> out) {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(service);
    String url = "http://localhost:" + FreePorts.next() + "/greeter";
    factory.setAddress(url);
    factory.getInInterceptors().add(new WSS4JInInterceptor(in));
    if (out != null) {
      factory.getOutInterceptors().add(new WSS4JOutInterceptor(out));
      factory.getOutFaultInterceptors().add(new WSS4JOutInterceptor(out));
    }
    return new Published(url, factory.create());
  }

  /** As above, for a client, which is to be closed by {@link #close}. */
  static Greeter cxfClient(String url, Map<String, Object> out, Map<String, Object> in) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(Greeter.class);
    factory.setAddress(url);
    factory.getOutInterceptors().add(new WSS4JOutInterceptor(out));
    if (in != null) {
      factory.getInInterceptors().add(new WSS4JInInterceptor(in));
      factory.getInFaultInterceptors().add(new WSS4JInInterceptor(in));
    }
    return factory.create(Greeter.class);
  }

  /** Closes a client of either stack. */
  static void close(Greeter client) throws Exception {
    if (client instanceof AutoCloseable castile) {
      castile.close();
    } else {
      ClientProxy.getClient(client).destroy();
    }
  }
}
