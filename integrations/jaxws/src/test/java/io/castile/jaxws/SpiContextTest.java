package io.castile.jaxws;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.spi.http.HttpExchange;
import jakarta.xml.ws.spi.http.HttpHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An endpoint in a server that speaks the API's own words, as containers do. */
final class SpiContextTest {
  /** What a server knows of a path. */
  private static final class Context extends HttpContext {
    HttpHandler handler() {
      return handler;
    }

    @Override
    public String getPath() {
      return "/quotes";
    }

    @Override
    public Object getAttribute(String name) {
      return null;
    }

    @Override
    public Set<String> getAttributeNames() {
      return Set.of();
    }
  }

  /** A request and its answer. */
  private static final class Exchange extends HttpExchange {
    private final HttpContext context;
    private final String method;
    private final String query;
    private final byte[] content;
    private final Map<String, List<String>> answered = new LinkedHashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int status;
    private boolean isClosed;

    Exchange(HttpContext context, String method, String query, String content) {
      this.context = context;
      this.method = method;
      this.query = query;
      this.content = content.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Map<String, List<String>> getRequestHeaders() {
      return Map.of(
          "Content-Type", List.of("text/xml; charset=utf-8"), "Host", List.of("example.org:81"));
    }

    @Override
    public String getRequestHeader(String name) {
      for (Map.Entry<String, List<String>> field : getRequestHeaders().entrySet()) {
        if (field.getKey().equalsIgnoreCase(name)) {
          return field.getValue().get(0);
        }
      }
      return null;
    }

    @Override
    public Map<String, List<String>> getResponseHeaders() {
      return answered;
    }

    @Override
    public void addResponseHeader(String name, String value) {
      answered.put(name, List.of(value));
    }

    @Override
    public String getRequestURI() {
      return "/app/quotes";
    }

    @Override
    public String getContextPath() {
      return "/app";
    }

    @Override
    public String getRequestMethod() {
      return method;
    }

    @Override
    public HttpContext getHttpContext() {
      return context;
    }

    @Override
    public void close() {
      isClosed = true;
    }

    @Override
    public InputStream getRequestBody() {
      return new ByteArrayInputStream(content);
    }

    @Override
    public OutputStream getResponseBody() {
      return out;
    }

    @Override
    public void setStatus(int code) {
      status = code;
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
      return InetSocketAddress.createUnresolved("localhost", 1);
    }

    @Override
    public InetSocketAddress getLocalAddress() {
      return InetSocketAddress.createUnresolved("localhost", 81);
    }

    @Override
    public String getProtocol() {
      return "HTTP/1.1";
    }

    @Override
    public String getScheme() {
      return "http";
    }

    @Override
    public String getPathInfo() {
      return null;
    }

    @Override
    public String getQueryString() {
      return query;
    }

    @Override
    public Object getAttribute(String name) {
      return null;
    }

    @Override
    public Set<String> getAttributeNames() {
      return Set.of();
    }

    @Override
    public Principal getUserPrincipal() {
      return null;
    }

    @Override
    public boolean isUserInRole(String role) {
      return false;
    }
  }

  @Test
  void requestsAndDescriptionsAreServed() throws Exception {
    Context context = new Context();
    Endpoint endpoint = Endpoint.create(new QuotesImpl());
    endpoint.publish(context);

    Exchange call =
        new Exchange(
            context,
            "POST",
            null,
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<q:price xmlns:q='urn:quotes'><symbol>abc</symbol></q:price>"
                + "</s:Body></s:Envelope>");
    context.handler().handle(call);
    Exchange wsdl = new Exchange(context, "GET", "wsdl", "");
    context.handler().handle(wsdl);

    assertThat(call.status).isEqualTo(200);
    assertThat(call.isClosed).isTrue();
    assertThat(call.out.toString(StandardCharsets.UTF_8)).contains("<value>3.5</value>");
    assertThat(wsdl.out.toString(StandardCharsets.UTF_8))
        .contains("http://example.org:81/app/quotes");
    endpoint.stop();
    Exchange late = new Exchange(context, "GET", "wsdl", "");
    context.handler().handle(late);
    assertThat(late.status).isEqualTo(503);
  }
}
