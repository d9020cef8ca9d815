package io.castile.servlet;

import io.castile.soap.server.HttpExchange;
import io.castile.xml.Payload;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An exchange of a servlet container. */
final class ServletExchange implements HttpExchange {
  /** The attribute with the certificates of the client (Jakarta Servlet 6.0 §3.10). */
  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

  private final HttpServletRequest request;
  private final HttpServletResponse response;

  ServletExchange(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String protocol() {
    return request.getProtocol();
  }

  /** Whether the mapping is a folder, in which the services are. */
  private boolean isFolder() {
    return request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
  }

  /** The context's own path: that of the request may be another spelling. */
  @Override
  public String mountPath() {
    String context = request.getServletContext().getContextPath();
    return isFolder() ? context + request.getServletPath() : context;
  }

  @Override
  public String path() {
    String inServlet = request.getPathInfo();
    if (isFolder()) {
      return inServlet == null ? "/" : inServlet;
    }
    return inServlet == null ? request.getServletPath() : request.getServletPath() + inServlet;
  }

  @Override
  public @Nullable String query() {
    return request.getQueryString();
  }

  @Override
  public String target() {
    String query = request.getQueryString();
    return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
  }

  @Override
  public String origin() {
    StringBuffer url = request.getRequestURL();
    int path = url.indexOf("/", url.indexOf("://") + 3);
    return path < 0 ? url.toString() : url.substring(0, path);
  }

  @Override
  public @Nullable String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public void headers(BiConsumer<String, String> fields) {
    for (String name : Collections.list(request.getHeaderNames())) {
      for (String value : Collections.list(request.getHeaders(name))) {
        fields.accept(name, value);
      }
    }
  }

  @Override
  public long contentLength() {
    return request.getContentLengthLong();
  }

  @Override
  public InputStream content() throws IOException {
    return request.getInputStream();
  }

  /**
   * Returns the user that the container has authenticated, else the subject of a trusted
   * certificate.
   */
  @Override
  public @Nullable Principal principal() {
    Principal user = request.getUserPrincipal();
    if (user != null) {
      return user;
    }
    return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0
        ? chain[0].getSubjectX500Principal()
        : null;
  }

  @Override
  public boolean isInRole(String role) {
    return request.isUserInRole(role);
  }

  @Override
  public Map<String, Object> properties() {
    return Map.of(
        MessageContext.SERVLET_CONTEXT,
        request.getServletContext(),
        MessageContext.SERVLET_REQUEST,
        request,
        MessageContext.SERVLET_RESPONSE,
        response);
  }

  @Override
  public void status(int status) {
    response.setStatus(status);
  }

  @Override
  public void header(String name, String value) {
    response.setHeader(name, value);
  }

  /** HTTP/2 has no such field (RFC 9113 §8.2.2). */
  @Override
  public void endConnection() {
    if (request.getProtocol().startsWith("HTTP/1.")) {
      response.setHeader("Connection", "close");
    }
  }

  @Override
  public void send(Payload content) throws IOException {
    if (content.size() != Payload.UNKNOWN_SIZE) {
      response.setContentLengthLong(content.size());
    }
    OutputStream out = response.getOutputStream();
    content.writeTo(out);
    out.close(); // which says that this was all, and sends it; so not where the content fails
  }
}
