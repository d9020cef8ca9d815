package io.castile.soap;

import io.castile.xml.Payload;
import jakarta.xml.ws.handler.MessageContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP to endpoints and back (SOAP 1.1 §6; SOAP 1.2 part 2 §7.5): POST is a message, GET with
 * {@code ?wsdl} or {@code ?xsd=…} is the description, and without a query a page for people.
 */
final class EndpointHandler extends Handler.Abstract {
  private static final Logger log = LoggerFactory.getLogger(EndpointHandler.class);

  /** Content is received in pieces of this size at first, whatever length the sender claims. */
  private static final int FIRST_PIECE_BYTES = 256 << 10;

  /** An answer that is made while it is sent leaves in pieces of this size. */
  private static final int PIECE_BYTES = 32 << 10;

  /** How long a client that was refused may go on sending. */
  private static final long MAX_DRAIN_NANOS = 1_000_000_000L;

  private static final HttpField TEXT_XML =
      new HttpField(HttpHeader.CONTENT_TYPE, "text/xml; charset=utf-8");
  private static final HttpField SOAP_XML =
      new HttpField(HttpHeader.CONTENT_TYPE, "application/soap+xml; charset=utf-8");

  private final Map<String, ServiceEndpoint> endpoints;
  private final Map<ServiceEndpoint, WsdlDocuments> descriptions = new HashMap<>();
  private final ServicePages pages;
  private final SoapHttpServer.Options options;

  EndpointHandler(Map<String, ServiceEndpoint> endpoints, SoapHttpServer.Options options) {
    this.endpoints = endpoints;
    this.options = options;
    this.pages = new ServicePages(endpoints);
    for (ServiceEndpoint endpoint : endpoints.values()) {
      descriptions.put(endpoint, new WsdlDocuments(endpoint.model(), endpoint.wsdlExtensions()));
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = Request.getPathInContext(request);
    ServiceEndpoint endpoint = endpoints.get(path);
    if (request.getHeaders().size() > options.limits().maxHeaderFields()) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      refuse(response, callback, 431, "the request has too many header fields");
    } else if (HttpMethod.GET.is(request.getMethod()) && hasPage(path, request)) {
      page(path, response, callback);
    } else if (endpoint == null) {
      refuse(response, callback, 404, "no service is published at this path");
    } else if (HttpMethod.POST.is(request.getMethod())) {
      post(endpoint, path, request, response, callback);
    } else if (HttpMethod.GET.is(request.getMethod()) && isDescription(request)) {
      describe(endpoint, request, response, callback);
    } else {
      response.getHeaders().put(HttpHeader.ALLOW, "POST, GET");
      refuse(response, callback, 405, "expected POST, or GET of ?wsdl or of no query");
    }
    return true;
  }

  // ---- messages ----

  private void post(
      ServiceEndpoint endpoint,
      String path,
      Request request,
      Response response,
      Callback callback) {
    HttpFields headers = request.getHeaders();
    String contentType = headers.get(HttpHeader.CONTENT_TYPE);
    MessageType type = MessageType.of(contentType, headers.get("SOAPAction"));
    if (type == null) {
      refuse(
          response,
          callback,
          415,
          "expected content type text/xml or application/soap+xml, or multipart/related with one of"
              + " these");
      return;
    }
    String coding = headers.get(HttpHeader.CONTENT_ENCODING);
    if (HttpSyntax.isCoded(coding) && !endpoint.decodes(coding)) {
      response.getHeaders().put(HttpHeader.ACCEPT_ENCODING, "identity");
      refuse(response, callback, 415, "expected no content coding");
      return;
    }
    byte[] message;
    try {
      message = read(request, response, callback);
    } catch (IOException e) {
      log.debug("a request did not arrive: {}", e.getMessage());
      callback.failed(new EofException(e)); // which Jetty does not log: it is the client's doing
      return;
    }
    if (message == null) {
      return;
    }
    HttpReply reply = new HttpReply(response);
    endpoint.serve(
        message,
        type,
        HttpSyntax.isCoded(coding),
        path,
        () -> fields(headers),
        () -> facts(request),
        reply);
    reply.complete(callback);
  }

  /** What handlers and services may ask for (Jakarta XML Web Services 4.0 §9.4.1.1). */
  private static Map<String, Object> facts(Request request) {
    Map<String, Object> facts = new HashMap<>();
    facts.put(MessageContext.HTTP_REQUEST_METHOD, request.getMethod());
    facts.put(MessageContext.PATH_INFO, Request.getPathInContext(request));
    String query = request.getHttpURI().getQuery();
    if (query != null) {
      facts.put(MessageContext.QUERY_STRING, query);
    }
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (HttpField field : request.getHeaders()) {
      String value = field.getValue() == null ? "" : field.getValue();
      fields.computeIfAbsent(field.getName(), name -> new ArrayList<>()).add(value);
    }
    facts.put(MessageContext.HTTP_REQUEST_HEADERS, fields);
    return facts;
  }

  private static Map<String, String> fields(HttpFields headers) {
    Map<String, String> fields = new HashMap<>();
    for (HttpField field : headers) {
      String value = field.getValue() == null ? "" : field.getValue();
      fields.merge(field.getLowerCaseName(), value, (one, other) -> one + ", " + other);
    }
    return fields;
  }

  /** The version that a request with that media type speaks; null for none. */
  static SoapVersion version(String mediaType) {
    return switch (mediaType) {
      case "text/xml", "application/xml" -> SoapVersion.SOAP_1_1;
      case "application/soap+xml" -> SoapVersion.SOAP_1_2;
      default -> null;
    };
  }

  /** The status of an answer (SOAP 1.1 §6.2; SOAP 1.2 part 2 §7.5.2.2). */
  static int status(SoapVersion version, boolean fault, boolean sender) {
    if (!fault) {
      return 200;
    }
    return sender && version == SoapVersion.SOAP_1_2 ? 400 : 500;
  }

  /** Reads the content within the limits of size and time; null if it was refused. */
  private byte[] read(Request request, Response response, Callback callback) throws IOException {
    int limit = options.limits().maxRequestBytes();
    long claimed = request.getLength();
    if (claimed > limit) {
      refuseTooLarge(request, response, callback);
      return null;
    }
    long deadline = System.nanoTime() + options.requestTimeout().toNanos();
    byte[] bytes = new byte[claimed >= 0 ? (int) Math.min(claimed, FIRST_PIECE_BYTES) : 8 << 10];
    int count = 0;
    try (InputStream in = Content.Source.asInputStream(request)) {
      while (true) {
        if (count == bytes.length) {
          if (count == claimed) {
            return bytes;
          }
          long wanted = claimed >= 0 ? Math.min(claimed, 2L * count) : 2L * count;
          bytes = Arrays.copyOf(bytes, (int) Math.max(1, Math.min(wanted, limit + 1L)));
        }
        int read = in.read(bytes, count, bytes.length - count);
        if (read < 0) {
          if (CutContent.isCut(request)) {
            throw new EofException("the connection ended within the chunks");
          }
          return Arrays.copyOf(bytes, count);
        }
        count += read;
        if (count > limit) {
          refuseTooLarge(request, response, callback);
          return null;
        }
        if (System.nanoTime() > deadline) {
          response.getHeaders().put(HttpHeader.CONNECTION, "close");
          refuse(response, callback, 408, "the request did not arrive in time");
          return null;
        }
      }
    }
  }

  /**
   * Answers, and then takes in a little more of the message: a connection that is closed with bytes
   * unread is reset, and the client may lose the answer (RFC 9112 §9.6).
   */
  private void refuseTooLarge(Request request, Response response, Callback callback)
      throws IOException {
    response.setStatus(413);
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    String reason = "the message has more than " + options.limits().maxRequestBytes() + " bytes\n";
    try (Blocker.Callback written = Blocker.callback()) {
      response.write(true, ByteBuffer.wrap(reason.getBytes(StandardCharsets.UTF_8)), written);
      written.block();
    }
    drain(request);
    callback.succeeded();
  }

  private void drain(Request request) {
    long deadline = System.nanoTime() + MAX_DRAIN_NANOS;
    byte[] unwanted = new byte[64 << 10];
    try (InputStream in = Content.Source.asInputStream(request)) {
      int read = in.read(unwanted);
      while (read >= 0 && System.nanoTime() < deadline) {
        read = in.read(unwanted);
      }
    } catch (IOException e) {
      log.debug("a refused client has gone: {}", e.getMessage());
    }
  }

  // ---- description ----

  private static boolean isDescription(Request request) {
    String query = request.getHttpURI().getQuery();
    return query != null && WsdlDocuments.isDocumentQuery(query);
  }

  private void describe(
      ServiceEndpoint endpoint, Request request, Response response, Callback callback) {
    String address =
        request.getHttpURI().getScheme()
            + "://"
            + Request.getServerName(request)
            + ":"
            + Request.getServerPort(request)
            + Request.getPathInContext(request);
    byte[] document = descriptions.get(endpoint).document(request.getHttpURI().getQuery(), address);
    if (document == null) {
      refuse(response, callback, 404, "the service's description has no such document");
      return;
    }
    response.getHeaders().put(TEXT_XML);
    response.write(true, ByteBuffer.wrap(document), callback);
  }

  /** Of each service, and at the root, where nothing is asked for in particular. */
  private boolean hasPage(String path, Request request) {
    return request.getHttpURI().getQuery() == null
        && (path.equals("/") || endpoints.containsKey(path));
  }

  private void page(String path, Response response, Callback callback) {
    byte[] page = pages.page(path) == null ? pages.list() : pages.page(path);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html; charset=utf-8");
    response.getHeaders().put("Content-Security-Policy", "default-src 'none'");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.write(true, ByteBuffer.wrap(page), callback);
  }

  private static void refuse(Response response, Callback callback, int status, String reason) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.write(
        true, ByteBuffer.wrap((reason + "\n").getBytes(StandardCharsets.UTF_8)), callback);
  }

  /** A step that may fail as the connection may. */
  private interface Step {
    void run() throws IOException;
  }

  /** Writes the answer while its buffer is at hand, so it blocks until it has left. */
  private static final class HttpReply implements ServiceEndpoint.Reply {
    private final Response response;
    private Throwable failure;

    HttpReply(Response response) {
      this.response = response;
    }

    @Override
    public void accepted() {
      response.setStatus(202);
      finish(() -> write(ByteBuffer.allocate(0), true));
    }

    @Override
    public void message(
        SoapVersion version,
        boolean fault,
        boolean sender,
        Map<String, String> headers,
        Payload content) {
      response.setStatus(status(version, fault, sender));
      response.getHeaders().put(version == SoapVersion.SOAP_1_1 ? TEXT_XML : SOAP_XML);
      headers.forEach(response.getHeaders()::put);
      if (content.size() != Payload.UNKNOWN_SIZE) {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.size());
      }
      finish(() -> write(content));
    }

    /** Sends the pieces as they are; without a length Jetty makes chunks of what it is given. */
    private void write(Payload content) throws IOException {
      ByteBuffer[] pieces = content.pieces();
      if (pieces == null || pieces.length == 0) {
        OutputStream out =
            new BufferedOutputStream(Content.Sink.asOutputStream(response), PIECE_BYTES);
        content.writeTo(out);
        out.close(); // which says that this was all; so not where the content fails
        return;
      }
      for (int i = 0; i < pieces.length; i++) {
        write(pieces[i], i == pieces.length - 1);
      }
    }

    private void write(ByteBuffer piece, boolean last) throws IOException {
      try (Blocker.Callback written = Blocker.callback()) {
        response.write(last, piece, written);
        written.block();
      }
    }

    /** Runs the last step; when it fails, the connection ends, and no part looks like a whole. */
    private void finish(Step step) {
      try {
        step.run();
      } catch (IOException | RuntimeException e) {
        failure = e;
        log.debug("the answer could not be sent: {}", e.getMessage());
      }
    }

    void complete(Callback callback) {
      if (failure == null) {
        callback.succeeded();
      } else {
        callback.failed(new EofException(failure));
      }
    }
  }
}
