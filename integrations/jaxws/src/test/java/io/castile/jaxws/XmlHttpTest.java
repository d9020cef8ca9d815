package io.castile.jaxws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import jakarta.activation.DataSource;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.http.HTTPException;
import jakarta.xml.ws.soap.AddressingFeature;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Dispatches and providers of XML over HTTP without SOAP, beside the JDK's client and server. */
final class XmlHttpTest {
  private static final QName PORT = new QName("urn:plain", "port");

  private final List<Endpoint> published = new ArrayList<>();

  /** Says what it has seen. */
  @WebServiceProvider
  @BindingType(HTTPBinding.HTTP_BINDING)
  public static final class Seen implements Provider<DOMSource> {
    @Resource WebServiceContext context;
    boolean isEnded;

    @Override
    public DOMSource invoke(DOMSource request) {
      MessageContext message = context.getMessageContext();
      String query = (String) message.get(MessageContext.QUERY_STRING);
      if ("fail".equals(query)) {
        throw new IllegalStateException("secret");
      }
      if ("gone".equals(query)) {
        throw new HTTPException(410);
      }
      if ("nothing".equals(query)) {
        return null;
      }
      message.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Seen", List.of("a", "b")));
      if ("created".equals(query)) {
        message.put(MessageContext.HTTP_RESPONSE_CODE, 201);
      }
      Document document = (Document) Documents.of("<seen/>").getNode();
      document
          .getDocumentElement()
          .setTextContent(
              message.get(MessageContext.HTTP_REQUEST_METHOD)
                  + " "
                  + message.get(MessageContext.PATH_INFO)
                  + " "
                  + query
                  + " "
                  + (request == null
                      ? "empty"
                      : request.getNode().getFirstChild().getTextContent()));
      return new DOMSource(document);
    }

    @PreDestroy
    void end() {
      isEnded = true;
    }
  }

  /** Says what has no form. */
  @WebServiceProvider
  @BindingType(HTTPBinding.HTTP_BINDING)
  public static final class Texts implements Provider<String> {
    @Override
    public String invoke(String request) {
      return request;
    }
  }

  /** Documents of texts. */
  private static final class Documents {
    static DOMSource of(String text) {
      try {
        var factory = javax.xml.parsers.DocumentBuilderFactory.newInstance();
        return new DOMSource(
            factory
                .newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(text.getBytes(UTF_8))));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @AfterEach
  void stop() {
    published.forEach(Endpoint::stop);
  }

  private String publish(Object provider) throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      String address = "http://localhost:" + socket.getLocalPort() + "/plain";
      socket.close();
      published.add(Endpoint.publish(address, provider));
      return address;
    }
  }

  private static HttpResponse<String> get(String method, String address, String content)
      throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .method(method, HttpRequest.BodyPublishers.ofString(content))
                .header("Content-Type", "text/xml")
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aProviderSeesMethodPathQueryAndContent() throws Exception {
    String address = publish(new Seen());

    HttpResponse<String> posted = get("POST", address + "?a=b", "<q>7</q>");
    HttpResponse<String> beneath = get("PUT", address + "/one/two", "<q>8</q>");
    HttpResponse<String> got = get("GET", address, "");

    assertThat(posted.body()).isEqualTo("<seen>POST null a=b 7</seen>");
    assertThat(posted.headers().firstValue("Content-Type")).hasValue("text/xml; charset=utf-8");
    assertThat(posted.headers().firstValue("X-Seen")).hasValue("a, b");
    assertThat(beneath.body()).isEqualTo("<seen>PUT /one/two null 8</seen>");
    assertThat(got.body()).isEqualTo("<seen>GET null null empty</seen>");
  }

  @Test
  void aProviderSaysTheStatus() throws Exception {
    String address = publish(new Seen());

    assertThat(get("GET", address + "?created", "").statusCode()).isEqualTo(201);
    assertThat(get("GET", address + "?nothing", "").statusCode()).isEqualTo(202);
    assertThat(get("GET", address + "?gone", "").statusCode()).isEqualTo(410);
    HttpResponse<String> failed = get("GET", address + "?fail", "");
    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body()).isEqualTo("secret"); // at an address of this machine only
    HttpResponse<String> malformed = get("POST", address, "no XML");
    assertThat(malformed.statusCode()).isEqualTo(400);
    assertThat(malformed.body()).contains("expected markup outside the root element");
    assertThat(get("GET", address.replace("/plain", "/plainer"), "").statusCode()).isEqualTo(404);
  }

  @Test
  void aProviderInTheServerOfTheJdk() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Seen seen = new Seen();
    Endpoint endpoint = Endpoint.create(seen);
    endpoint.publish(server.createContext("/plain"));
    server.start();
    try {
      String address = "http://localhost:" + server.getAddress().getPort() + "/plain";

      assertThat(get("PUT", address + "/one?x=1", "<q>8</q>").body())
          .isEqualTo("<seen>PUT /one x=1 8</seen>");
      HttpResponse<String> failed = get("GET", address + "?fail", "");
      assertThat(failed.body())
          .startsWith("the service failed; its log says why under ")
          .doesNotContain("secret");
    } finally {
      endpoint.stop();
      server.stop(0);
    }
    assertThat(seen.isEnded).isTrue();
  }

  @Test
  void whatIsNoProviderOfContentIsRefused() {
    assertThatThrownBy(() -> Endpoint.publish("http://localhost:0/plain", new Texts()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Use a Provider<Source> or Provider<DataSource>.");
    Endpoint quotes = Endpoint.create(HTTPBinding.HTTP_BINDING, new QuotesImpl());
    assertThatThrownBy(() -> quotes.publish("http://localhost:0/plain"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Cannot use " + QuotesImpl.class.getName());
    assertThatThrownBy(() -> Endpoint.create(new Seen(), new AddressingFeature()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("with an endpoint, because that has no SOAP");
  }

  private static Service service(String address) {
    Service service = Service.create(new QName("urn:plain", "service"));
    service.addPort(PORT, HTTPBinding.HTTP_BINDING, address);
    return service;
  }

  @Test
  void aDispatchSendsWhatTheContextSays() throws Exception {
    String address = publish(new Seen());
    Dispatch<Source> dispatch =
        service(address).createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> context = dispatch.getRequestContext();
    context.put(MessageContext.HTTP_REQUEST_METHOD, "PUT");
    context.put(MessageContext.PATH_INFO, "/there");
    context.put(MessageContext.QUERY_STRING, "x=y");
    context.put(BindingProvider.USERNAME_PROPERTY, null); // as if it had not been set

    Source answer = dispatch.invoke(new StreamSource(new StringReader("<q>5</q>")));

    assertThat(new String(((StreamSource) answer).getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("<seen>PUT /there x=y 5</seen>");
    assertThat(dispatch.getResponseContext()).containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
    context.put(MessageContext.QUERY_STRING, "gone");
    assertThatThrownBy(() -> dispatch.invoke(null))
        .isInstanceOfSatisfying(
            HTTPException.class, e -> assertThat(e.getStatusCode()).isEqualTo(410));
    context.put(MessageContext.QUERY_STRING, "nothing");
    assertThat(dispatch.invoke(null)).isNull();
  }

  @Test
  void aServiceThatIsSilentOrEndsTooEarlyEndsTheCall() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Dispatch<DataSource> dispatch =
          service("http://localhost:" + silent.getLocalPort() + "/?secret")
              .createDispatch(PORT, DataSource.class, Service.Mode.MESSAGE);
      dispatch.getRequestContext().put("jakarta.xml.ws.client.receiveTimeout", 200);

      assertThatThrownBy(() -> dispatch.invoke(null))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("expected a response within 200 ms, found none")
          .hasMessageNotContaining("secret");
    }
    try (ServerSocket cut = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (Socket socket = cut.accept()) {
                  socket
                      .getOutputStream()
                      .write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab".getBytes(UTF_8));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      server.start();
      Dispatch<DataSource> dispatch =
          service("http://localhost:" + cut.getLocalPort() + "/")
              .createDispatch(PORT, DataSource.class, Service.Mode.MESSAGE);
      assertThatThrownBy(() -> dispatch.invoke(null))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("failed");
      server.join();
    }
  }

  @Test
  void aRequestThatIsTooLargeIsRefusedBeforeItArrives() throws Exception {
    URI address = URI.create(publish(new Seen()));
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("POST /plain HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n")
                  .getBytes(UTF_8));
      socket.shutdownOutput();

      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 413");
    }
  }

  @Test
  void aRedirectionIsNotFollowed() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    try {
      Dispatch<Source> dispatch =
          service("http://localhost:" + server.getAddress().getPort() + "/")
              .createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);

      assertThatThrownBy(() -> dispatch.invoke(null))
          .isInstanceOfSatisfying(
              HTTPException.class, e -> assertThat(e.getStatusCode()).isEqualTo(302));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void wrongPropertiesNameWhatIsExpected() {
    Dispatch<Source> dispatch =
        service("http://localhost/").createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> context = dispatch.getRequestContext();
    context.put(MessageContext.HTTP_REQUEST_HEADERS, "text");
    assertThatThrownBy(() -> dispatch.invoke(null))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected a Map of lists, found 'text'");
    context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("Host", List.of("other")));
    assertThatThrownBy(() -> dispatch.invoke(null))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Host");
    context.clear();
    assertThatThrownBy(() -> dispatch.invoke(null))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("has no " + BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost/");
    context.put("com.sun.xml.ws.request.timeout", "soon");
    assertThatThrownBy(() -> dispatch.invoke(null))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected milliseconds, 0 for no limit, found 'soon'");
  }

  @Test
  void whatHasNoMeaningWithoutSoapIsRefused() {
    Service service = service("http://localhost/");

    assertThatThrownBy(() -> service.getPort(PORT, Quotes.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("because its binding is of HTTP without SOAP");
    assertThatThrownBy(() -> service.createDispatch(PORT, DataSource.class, Service.Mode.PAYLOAD))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("in mode PAYLOAD, because it is a whole message. Pass mode MESSAGE.");
    assertThatThrownBy(
            () ->
                service.createDispatch(
                    PORT, Source.class, Service.Mode.PAYLOAD, new AddressingFeature()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Pass no features.");
    assertThatThrownBy(() -> service.createDispatch(PORT, String.class, Service.Mode.PAYLOAD))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("java.lang.String");
  }

  @Test
  void objectsAreWrittenAndReadByTheirContext() throws Exception {
    JAXBContext binding = JAXBContext.newInstance(Price.class);
    HttpServer echo =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    echo.createContext(
        "/",
        exchange -> {
          byte[] content = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    echo.start();
    try {
      Dispatch<Object> dispatch =
          service("http://localhost:" + echo.getAddress().getPort() + "/")
              .createDispatch(PORT, binding, Service.Mode.PAYLOAD);
      Price price = new Price();
      price.setSymbol("ab");

      assertThat(dispatch.invoke(price))
          .isInstanceOfSatisfying(
              Price.class, back -> assertThat(back.getSymbol()).isEqualTo("ab"));
      assertThatThrownBy(() -> dispatch.invoke("text"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("Cannot write a java.lang.String");
    } finally {
      echo.stop(0);
    }
  }
}
