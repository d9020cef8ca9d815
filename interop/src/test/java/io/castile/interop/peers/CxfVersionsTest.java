package io.castile.interop.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What Apache CXF does with the other version of SOAP, which {@code docs/reference/interop.md}
 * tells.
 */
final class CxfVersionsTest {
  private static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";

  @WebService(name = "V", targetNamespace = "urn:v")
  public interface Asked {
    @WebResult(name = "r")
    String ask();
  }

  @WebService(endpointInterface = "io.castile.interop.peers.CxfVersionsTest$Asked")
  public static class Answering implements Asked {
    @Override
    public String ask() {
      return "answered";
    }
  }

  private static String binding(int version) {
    return version == 1 ? SOAPBinding.SOAP11HTTP_BINDING : SOAPBinding.SOAP12HTTP_BINDING;
  }

  private static String envelope(int version, String body) {
    return "<e:Envelope xmlns:e='"
        + (version == 1 ? SOAP_1_1 : SOAP_1_2)
        + "'><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static String type(int version) {
    return version == 1 ? "text/xml; charset=UTF-8" : "application/soap+xml; charset=UTF-8";
  }

  @ParameterizedTest
  @CsvSource({"1, 1, true", "2, 2, true", "1, 2, false", "2, 1, true"})
  void anEndpointReadsRequests(int endpoint, int request, boolean isRead) throws Exception {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(Answering.class);
    factory.setServiceBean(new Answering());
    factory.setBindingId(binding(endpoint));
    int port = freePort();
    factory.setAddress("http://localhost:" + port + "/v");
    Server server = factory.create();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/v"))
                      .header("Content-Type", type(request))
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              envelope(request, "<v:ask xmlns:v='urn:v'/>")))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(answer.body()).contains(isRead ? "<r>answered</r>" : "VersionMismatch");
      if (isRead) {
        assertThat(answer.body()).contains(request == 1 ? SOAP_1_1 : SOAP_1_2);
      }
    } finally {
      server.destroy();
    }
  }

  private static int freePort() throws IOException {
    try (java.net.ServerSocket any =
        new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, true", "2, 2, true", "1, 2, false", "2, 1, true"})
  void aClientReadsAnswers(int client, int answer, boolean isRead) throws Exception {
    byte[] content =
        envelope(answer, "<v:askResponse xmlns:v='urn:v'><r>answered</r></v:askResponse>")
            .getBytes(UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", type(answer));
          exchange.sendResponseHeaders(200, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    server.start();
    try {
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setServiceClass(Asked.class);
      factory.setBindingId(binding(client));
      factory.setAddress("http://localhost:" + server.getAddress().getPort() + "/v");
      Asked port = factory.create(Asked.class);

      String got;
      try {
        got = port.ask();
      } catch (jakarta.xml.ws.WebServiceException e) {
        got = String.valueOf(e.getMessage());
      }
      assertThat(got).contains(isRead ? "answered" : "SOAP 1.2");
    } finally {
      server.stop(0);
    }
  }
}
