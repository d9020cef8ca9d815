package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.databinding.CastileJAXBDataBinding;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A service of CXF and a client of it, to be run with Castile's codecs at some ends and Jakarta XML
 * Binding at the others.
 */
final class Setup<T> {
  private static final Bus BUS = new ExtensionManagerBus();

  private final Class<T> sei;
  private final Supplier<?> service;
  private String binding = SOAPBinding.SOAP11HTTP_BINDING;
  private Consumer<JaxWsServerFactoryBean> server = factory -> {};
  private Consumer<JaxWsProxyFactoryBean> client = factory -> {};
  private Consumer<JAXBDataBinding> settings = dataBinding -> {};

  private Setup(Class<T> sei, Supplier<?> service) {
    this.sei = sei;
    this.service = service;
  }

  /**
   * @param service makes what serves, once for each run
   */
  static <T> Setup<T> of(Class<T> sei, Supplier<?> service) {
    return new Setup<>(sei, service);
  }

  /** Has messages of a binding other than that of SOAP 1.1. */
  Setup<T> binding(String id) {
    binding = id;
    return this;
  }

  /** Has both ends know a description. */
  Setup<T> described(PublishedInterfaces.Description description) {
    return server(
            factory -> {
              factory.setWsdlLocation(description.wsdl());
              factory.setServiceName(description.service());
              factory.setEndpointName(description.port());
            })
        .client(
            factory -> {
              factory.setWsdlURL(description.wsdl());
              factory.setServiceName(description.service());
              factory.setEndpointName(description.port());
            });
  }

  Setup<T> server(Consumer<JaxWsServerFactoryBean> options) {
    server = server.andThen(options);
    return this;
  }

  Setup<T> client(Consumer<JaxWsProxyFactoryBean> options) {
    client = client.andThen(options);
    return this;
  }

  /** Sets up the data bindings, of which there is one for each end. */
  Setup<T> settings(Consumer<JAXBDataBinding> options) {
    settings = settings.andThen(options);
    return this;
  }

  /** A service and its client. */
  static final class Running<T> implements AutoCloseable {
    private final T port;
    private final String url;
    private final Server server;
    private final JaxbUse ofClient;
    private final JaxbUse ofServer;
    private final JAXBDataBinding binding;

    private Running(
        T port, String url, Server server, JAXBDataBinding ofClient, JAXBDataBinding ofServer)
        throws ReflectiveOperationException {
      this.port = port;
      this.url = url;
      this.server = server;
      this.binding = ofServer;
      this.ofClient = JaxbUse.of(ofClient);
      this.ofServer = JaxbUse.of(ofServer);
    }

    T port() {
      return port;
    }

    String url() {
      return url;
    }

    /** The WSDL that the service shows, without its port of TCP. */
    String description() throws IOException {
      return Setup.description(url);
    }

    JAXBDataBinding serverBinding() {
      return binding;
    }

    /** How often Jakarta XML Binding was asked so far, at both ends. */
    int jaxbUses() {
      return ofClient.times() + ofServer.times();
    }

    @Override
    public void close() {
      ClientProxy.getClient(port).destroy();
      server.destroy();
    }
  }

  Running<T> start(Ends ends) throws ReflectiveOperationException {
    JAXBDataBinding ofServer = dataBinding(ends.hasServer());
    JaxWsServerFactoryBean publishing = new JaxWsServerFactoryBean();
    publishing.setBus(BUS);
    publishing.setServiceClass(sei);
    publishing.setServiceBean(service.get());
    publishing.setBindingId(binding);
    publishing.setDataBinding(ofServer);
    String url = "http://localhost:" + freePort() + "/service";
    publishing.setAddress(url);
    server.accept(publishing);
    Server published = publishing.create();
    try {
      JAXBDataBinding ofClient = dataBinding(ends.hasClient());
      JaxWsProxyFactoryBean calling = new JaxWsProxyFactoryBean();
      calling.setBus(BUS);
      calling.setServiceClass(sei);
      calling.setAddress(url);
      calling.setBindingId(binding);
      calling.setDataBinding(ofClient);
      client.accept(calling);
      return new Running<>(calling.create(sei), url, published, ofClient, ofServer);
    } catch (RuntimeException | ReflectiveOperationException e) {
      published.destroy();
      throw e;
    }
  }

  private JAXBDataBinding dataBinding(boolean codecs) {
    JAXBDataBinding made = codecs ? new CastileJAXBDataBinding() : new JAXBDataBinding();
    settings.accept(made);
    return made;
  }

  static String description(String url) throws IOException {
    try (InputStream in = URI.create(url + "?wsdl").toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll(":\\d+/", ":0/");
    }
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes the calls with codecs at neither end, then at each and at both, and asserts that they
   * come to the same.
   *
   * @return what they come to
   */
  Map<String, Outcome> compare(Map<String, Call<T>> calls) throws ReflectiveOperationException {
    Map<String, Outcome> expected = outcomes(Ends.NEITHER, calls);
    for (Ends ends : Ends.WITH_CODECS) {
      outcomes(ends, calls)
          .forEach(
              (name, found) ->
                  assertThat(found.differenceFrom(expected.get(name)))
                      .as("%s of %s, codecs: %s", name, sei.getName(), ends)
                      .isNull());
    }
    return expected;
  }

  private Map<String, Outcome> outcomes(Ends ends, Map<String, Call<T>> calls)
      throws ReflectiveOperationException {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    try (Running<T> running = start(ends)) {
      calls.forEach((name, call) -> outcomes.put(name, Outcome.of(call, running.port())));
    }
    return outcomes;
  }
}
