package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.ServerBuilder;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import io.castile.soap.security.PasswordType;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** WS-Addressing, username tokens and Timestamps of other stacks, in both directions. */
final class AddressingPeersTest {
  private static final String USER = "alice";
  private static final String PASSWORD = "wonder<land>&";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  private static SoapServer serve(boolean addressed, boolean secured) {
    ServerBuilder builder =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .addressing(new AddressingFeature(addressed, addressed))
            .publish("/lab", new LabService());
    if (secured) {
      builder.security(s -> s.usernameTokens(Map.of(USER, PASSWORD)::get));
    }
    return builder.start();
  }

  private static void assertRelated(Tap tap) throws Exception {
    String request = tap.requests().get(tap.requests().size() - 1).text();
    String response = tap.responses().get(tap.responses().size() - 1).text();
    String messageId = text(request, "MessageID");
    assertThat(messageId).isNotEmpty();
    assertThat(text(response, "RelatesTo")).isEqualTo(messageId);
    assertThat(request).contains(WSA);
  }

  private static String text(String message, String local) {
    int tag = message.indexOf(local);
    int start = message.indexOf('>', tag) + 1;
    return tag < 0 ? null : message.substring(start, message.indexOf('<', start));
  }

  // ---- clients of others ----

  private static String cxfBinding(SoapVersion version) {
    return version == SoapVersion.SOAP_1_1
        ? SOAPBinding.SOAP11HTTP_BINDING
        : SOAPBinding.SOAP12HTTP_BINDING;
  }

  private static Map<String, Object> wss4j(String action, String type, String password) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(WSHandlerConstants.ACTION, action);
    properties.put(WSHandlerConstants.USER, USER);
    properties.put(WSHandlerConstants.PASSWORD_TYPE, type);
    CallbackHandler passwords =
        callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(password);
    properties.put(WSHandlerConstants.PW_CALLBACK_REF, passwords);
    return properties;
  }

  private static int cxfCall(
      String url, SoapVersion version, boolean addressed, Map<String, Object> wss4j) {
    Bus bus = new ExtensionManagerBus();
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(Lab.class);
    factory.setAddress(url);
    factory.setBindingId(cxfBinding(version));
    if (addressed) {
      factory.getFeatures().add(new WSAddressingFeature());
    }
    if (wss4j != null) {
      factory.getOutInterceptors().add(new WSS4JOutInterceptor(wss4j));
    }
    Lab lab = factory.create(Lab.class);
    // Status 400, as SOAP 1.2 has it for faults of the sender, is no fault for CXF by default.
    ((BindingProvider) lab)
        .getRequestContext()
        .put("org.apache.cxf.transport.process_fault_on_http_400", true);
    try {
      return lab.next(1).number;
    } finally {
      ClientProxy.getClient(lab).destroy();
      bus.shutdown(true);
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void answersClientsOfCxf(SoapVersion version) throws Exception {
    try (SoapServer server = serve(true, false);
        Tap tap = Tap.open(server.url("/lab"))) {
      int number = cxfCall(tap.url(), version, true, null);

      assertThat(number).isEqualTo(Batches.at(1).number);
      assertRelated(tap);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SOAP_1_1,PasswordText", "SOAP_1_2,PasswordText",
    "SOAP_1_1,PasswordDigest", "SOAP_1_2,PasswordDigest"
  })
  void knowsUsersOfCxf(SoapVersion version, String type) {
    try (SoapServer server = serve(true, true)) {
      String url = server.url("/lab");
      String action = WSHandlerConstants.TIMESTAMP + " " + WSHandlerConstants.USERNAME_TOKEN;

      assertThat(cxfCall(url, version, true, wss4j(action, type, PASSWORD)))
          .isEqualTo(Batches.at(1).number);
      assertThatThrownBy(() -> cxfCall(url, version, true, wss4j(action, type, "wrong")))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("could not be authenticated");
      assertThatThrownBy(() -> cxfCall(url, version, true, null))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("expected a UsernameToken");
    }
  }

  private static int metroCall(String url, AddressingFeature feature) throws Exception {
    return WithoutCatalogs.make(
        () -> {
          Lab lab =
              new ProviderImpl()
                  .createServiceDelegate(
                      URI.create(url + "?wsdl").toURL(),
                      new QName(Lab.NAMESPACE, "LabService"),
                      Service.class)
                  .getPort(new QName(Lab.NAMESPACE, "LabPort"), Lab.class, feature);
          ((BindingProvider) lab)
              .getRequestContext()
              .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
          try {
            return lab.next(1).number;
          } finally {
            ((Closeable) lab).close();
          }
        });
  }

  @Test
  void answersClientsOfMetro() throws Exception {
    try (SoapServer server = serve(true, false);
        Tap tap = Tap.open(server.url("/lab"))) {
      int number = metroCall(tap.url(), new AddressingFeature(true, true));

      assertThat(number).isEqualTo(Batches.at(1).number);
      assertRelated(tap);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"addressing", "text", "digest"})
  void answersClientsOfZeep(String what) throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Path script = Programs.module().resolve("src/test/python/addressing.py");
    boolean addressed = what.equals("addressing");
    try (SoapServer server = serve(addressed, !addressed)) {
      List<String> lines =
          Programs.run(
                  script.getParent(),
                  python.toString(),
                  script.toString(),
                  server.url("/lab"),
                  what)
              .lines()
              .toList();

      assertThat(lines.get(0)).isEqualTo(String.valueOf(Batches.at(1).number));
      if (addressed) {
        assertThat(lines.get(1)).isEqualTo("True " + Lab.NAMESPACE + ":Lab:nextResponse");
      }
    }
  }

  // ---- servers of others ----

  private static LabServer.Running cxfServer(
      SoapVersion version, boolean addressed, Map<String, Object> wss4j) throws Exception {
    Bus bus = new ExtensionManagerBus();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceBean(new LabService());
    factory.setBindingId(cxfBinding(version));
    String url;
    try (ServerSocket free = new ServerSocket(0)) { // CXF wants to be told a number
      url = "http://localhost:" + free.getLocalPort() + "/lab";
    }
    factory.setAddress(url);
    if (addressed) {
      WSAddressingFeature feature = new WSAddressingFeature();
      feature.setAddressingRequired(true);
      factory.getFeatures().add(feature);
    }
    if (wss4j != null) {
      factory.getInInterceptors().add(new WSS4JInInterceptor(wss4j));
    }
    Server server = factory.create();
    return new LabServer.Running(
        url,
        () -> {
          server.destroy();
          bus.shutdown(true);
        });
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void callsServersOfCxf(SoapVersion version) throws Exception {
    try (LabServer.Running server = cxfServer(version, true, null);
        Tap tap = Tap.open(server.url())) {
      Lab lab =
          Castile.client(Lab.class)
              .endpoint(tap.url())
              .soapVersion(version)
              .addressing(new AddressingFeature(true, true))
              .build();

      assertThat(lab.next(1).number).isEqualTo(Batches.at(1).number);
      assertRelated(tap);
    }
  }

  @ParameterizedTest
  @CsvSource({"SOAP_1_1,TEXT", "SOAP_1_2,TEXT", "SOAP_1_1,DIGEST", "SOAP_1_2,DIGEST"})
  void isKnownToServersOfCxf(SoapVersion version, PasswordType type) throws Exception {
    String action = WSHandlerConstants.TIMESTAMP + " " + WSHandlerConstants.USERNAME_TOKEN;
    String expected = type == PasswordType.TEXT ? WSConstants.PW_TEXT : WSConstants.PW_DIGEST;
    Map<String, Object> wss4j = wss4j(action, expected, PASSWORD);
    try (LabServer.Running server = cxfServer(version, true, wss4j)) {
      ClientBuilder<Lab> builder =
          Castile.client(Lab.class)
              .endpoint(server.url())
              .soapVersion(version)
              .addressing(true)
              .security(s -> s.timestamp(Duration.ofMinutes(1)));

      Lab alice = builder.security(s -> s.usernameToken(USER, PASSWORD, type)).build();
      assertThat(alice.next(1).number).isEqualTo(Batches.at(1).number);
      assertThat(alice.next(2).number).isEqualTo(Batches.at(2).number);
      Lab wrong = builder.security(s -> s.usernameToken(USER, "wrong", type)).build();
      assertThatThrownBy(() -> wrong.next(1)).isInstanceOf(SOAPFaultException.class);
    }
  }

  @Test
  void callsServersOfMetro() throws Exception {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    http.setExecutor(threads);
    Endpoint endpoint =
        new ProviderImpl()
            .createEndpoint(
                (String) null, (Object) new LabService(), new AddressingFeature(true, true));
    endpoint.publish(http.createContext("/lab"));
    http.start();
    try (Tap tap = Tap.open("http://localhost:" + http.getAddress().getPort() + "/lab")) {
      Lab lab =
          Castile.client(Lab.class)
              .endpoint(tap.url())
              .addressing(new AddressingFeature(true, true))
              .build();

      assertThat(lab.next(1).number).isEqualTo(Batches.at(1).number);
      assertRelated(tap);
    } finally {
      endpoint.stop();
      http.stop(0);
      threads.shutdownNow();
    }
  }
}
