package io.castile.cxf;

import io.castile.cache.Bypass;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** The ways in which a port of CXF says who calls. */
enum Senders {
  HTTP_HEADER(Bypass.AUTHORIZATION) {
    @Override
    void set(Object port, String user) {
      Requests.put(port, "authorization", "Bearer " + user);
    }
  },
  USER_NAME_PROPERTY(Bypass.AUTHORIZATION) {
    @Override
    void set(Object port, String user) {
      Requests.context(port).put(BindingProvider.USERNAME_PROPERTY, user);
      Requests.context(port).put(BindingProvider.PASSWORD_PROPERTY, "secret");
    }
  },
  CONDUIT(Bypass.AUTHORIZATION) {
    @Override
    void set(Object port, String user) {
      AuthorizationPolicy policy = new AuthorizationPolicy();
      policy.setUserName(user);
      policy.setPassword("secret");
      policy.setAuthorizationType("Basic");
      conduit(port).setAuthorization(policy);
    }
  },
  COOKIE_HEADER(Bypass.COOKIE) {
    @Override
    void set(Object port, String user) {
      Requests.put(port, "Cookie", "user=" + user);
    }
  },
  COOKIE_OF_CONDUIT(Bypass.COOKIE) {
    @Override
    void set(Object port, String user) {
      conduit(port).getClient().setCookie("user=" + user);
    }
  },
  EARLIER_INTERCEPTOR(Bypass.AUTHORIZATION) {
    @Override
    void set(Object port, String user) {
      ClientProxy.getClient(port)
          .getOutInterceptors()
          .add(new AddingInterceptor(Phase.SETUP, user));
    }
  },
  LATER_INTERCEPTOR(Bypass.HIDDEN_PARTS) {
    @Override
    void set(Object port, String user) {
      ClientProxy.getClient(port)
          .getOutInterceptors()
          .add(new AddingInterceptor(Phase.PREPARE_SEND, user));
    }
  },
  AUTH_SUPPLIER(Bypass.HIDDEN_PARTS) {
    @Override
    void set(Object port, String user) {
      conduit(port).setAuthSupplier(new Supplier(user));
    }
  },
  SESSION(Bypass.HIDDEN_PARTS) {
    @Override
    void set(Object port, String user) {
      Requests.context(port).put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
    }
  },
  CERTIFICATE(Bypass.CERTIFICATE) {
    @Override
    void set(Object port, String user) {
      TLSClientParameters parameters = new TLSClientParameters();
      parameters.setKeyManagers(new KeyManager[] {new Keys()});
      conduit(port).setTlsClientParameters(parameters);
    }
  },
  HANDLER(Bypass.HIDDEN_PARTS) {
    @Override
    void set(Object port, String user) {
      ((BindingProvider) port).getBinding().setHandlerChain(List.of(new AddingHandler(user)));
    }
  },
  HEADER_BLOCK(Bypass.SOAP_HEADER) {
    @Override
    void set(Object port, String user) {
      putBlock(
          port, new QName("urn:who", "caller"), "<caller xmlns='urn:who'>" + user + "</caller>");
    }
  },
  BOUND_HEADER_BLOCK(Bypass.SOAP_HEADER) {
    @Override
    void set(Object port, String user) throws Exception {
      Caller caller = new Caller();
      caller.name = user;
      Header header =
          new Header(new QName("urn:who", "caller"), caller, new JAXBDataBinding(Caller.class));
      Requests.context(port).put(Header.HEADER_LIST, new ArrayList<>(List.of(header)));
    }
  },
  SECURITY_BLOCK(Bypass.WS_SECURITY) {
    @Override
    void set(Object port, String user) {
      putBlock(
          port,
          new QName(WSSE, "Security"),
          "<s:Security xmlns:s='%s'><s:UsernameToken><s:Username>%s</s:Username>"
                  .formatted(WSSE, user)
              + "</s:UsernameToken></s:Security>");
    }
  },
  WSS4J(Bypass.WS_SECURITY) {
    @Override
    void set(Object port, String user) {
      Map<String, Object> properties = new HashMap<>();
      properties.put("action", "UsernameToken");
      properties.put("user", user);
      properties.put("passwordType", "PasswordText");
      properties.put("mustUnderstand", "false");
      CallbackHandler passwords =
          callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword("secret");
      properties.put("passwordCallbackRef", passwords);
      ClientProxy.getClient(port).getOutInterceptors().add(new WSS4JOutInterceptor(properties));
    }
  };

  static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  /** Why a client's calls go past the cache. */
  final Bypass bypass;

  Senders(Bypass bypass) {
    this.bypass = bypass;
  }

  /** Lets all calls of a port be made by a user. */
  abstract void set(Object port, String user) throws Exception;

  static HTTPConduit conduit(Object port) {
    return (HTTPConduit) ClientProxy.getClient(port).getConduit();
  }

  private static void putBlock(Object port, QName name, String xml) {
    try {
      Header header = new Header(name, StaxUtils.read(new StringReader(xml)).getDocumentElement());
      Requests.context(port).put(Header.HEADER_LIST, new ArrayList<>(List.of(header)));
    } catch (XMLStreamException e) {
      throw new AssertionError(e);
    }
  }

  /** A header block by binding. */
  @XmlRootElement(namespace = "urn:who")
  public static class Caller {
    @XmlValue public String name;
  }

  private static final class AddingInterceptor extends AbstractPhaseInterceptor<Message> {
    private final String user;

    AddingInterceptor(String phase, String user) {
      super(phase);
      this.user = user;
    }

    @Override
    public void handleMessage(Message message) {
      Map<String, List<String>> fields = new HashMap<>();
      fields.put("Authorization", new ArrayList<>(List.of("Bearer " + user)));
      message.put(Message.PROTOCOL_HEADERS, fields);
    }
  }

  private record Supplier(String user) implements HttpAuthSupplier {
    @Override
    public boolean requiresRequestCaching() {
      return false;
    }

    @Override
    public String getAuthorization(
        AuthorizationPolicy policy, URI uri, Message message, String header) {
      return "Bearer " + user;
    }
  }

  private record AddingHandler(String user) implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if (Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY))) {
        try {
          var envelope = context.getMessage().getSOAPPart().getEnvelope();
          var header = envelope.getHeader() == null ? envelope.addHeader() : envelope.getHeader();
          header.addHeaderElement(new QName("urn:who", "caller")).setTextContent(user);
        } catch (SOAPException e) {
          throw new AssertionError(e);
        }
      }
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  private static final class Keys implements X509KeyManager {
    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[0];
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return null;
    }
  }
}
