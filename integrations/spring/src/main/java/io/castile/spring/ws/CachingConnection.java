package io.castile.spring.ws;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.internal.PendingCall;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ws.FaultAwareWebServiceMessage;
import org.springframework.ws.WebServiceMessage;
import org.springframework.ws.WebServiceMessageFactory;
import org.springframework.ws.mime.MimeMessage;
import org.springframework.ws.server.endpoint.support.PayloadRootUtils;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.transport.FaultAwareWebServiceConnection;
import org.springframework.ws.transport.HeadersAwareSenderWebServiceConnection;
import org.springframework.ws.transport.TransportConstants;
import org.springframework.ws.transport.TransportInputStream;
import org.springframework.ws.transport.WebServiceConnection;
import org.springframework.xml.transform.TransformerHelper;

/**
 * The connection of one call: it sends a request only if the cache has no answer. Owned by the
 * thread of the call.
 */
final class CachingConnection
    implements FaultAwareWebServiceConnection, HeadersAwareSenderWebServiceConnection {
  private static final Logger log = LoggerFactory.getLogger(CachingConnection.class);
  private static final QName NO_SERVICE = new QName("");
  private static final TransformerHelper TRANSFORMERS = new TransformerHelper();

  private final WebServiceConnection connection;
  private final URI uri;
  private final ResponseCache cache;
  private final String partition;
  private final Headers.Builder fields = Headers.builder();
  private SoapVersion version = SoapVersion.SOAP_1_1;

  /** Null where the cache is not asked. */
  private @Nullable PendingCall<ReceivedResponse> call;

  /** Null where the service answers. */
  private @Nullable ReceivedResponse kept;

  CachingConnection(
      WebServiceConnection connection, URI uri, ResponseCache cache, String partition) {
    this.connection = connection;
    this.uri = uri;
    this.cache = cache;
    this.partition = partition;
  }

  // ---- the request ----

  @Override
  public void addRequestHeader(String name, String value) throws IOException {
    if (connection instanceof HeadersAwareSenderWebServiceConnection aware) {
      aware.addRequestHeader(name, value);
    }
    fields.add(name, value);
  }

  @Override
  public void send(WebServiceMessage message) throws IOException {
    SentMessage question = question(message);
    if (question != null) {
      call = CallCache.of(cache).begin(question);
      kept = call.answer();
    }
    if (kept != null) {
      return;
    }
    try {
      connection.send(message);
    } catch (IOException | RuntimeException e) {
      failed(e);
      throw e;
    }
  }

  /** The request as the cache sees it; null where it is not to be asked. */
  private @Nullable SentMessage question(WebServiceMessage message) throws IOException {
    if (!(message instanceof SoapMessage soap)
        || !(connection instanceof HeadersAwareSenderWebServiceConnection)
        || hasAttachments(message)) {
      return null;
    }
    try {
      QName operation =
          PayloadRootUtils.getPayloadRootQName(message.getPayloadSource(), TRANSFORMERS);
      if (operation == null) {
        return null;
      }
      CachedOperation cachedOperation = CallCache.of(cache).cachedOperation(NO_SERVICE, operation);
      if (!CallCache.of(cache).concerns(cachedOperation, uri.toString())) {
        return null;
      }
      version =
          soap.getVersion() == org.springframework.ws.soap.SoapVersion.SOAP_12
              ? SoapVersion.SOAP_1_2
              : SoapVersion.SOAP_1_1;
      String action = Objects.requireNonNullElse(soap.getSoapAction(), "");
      return new SentMessage(
          cachedOperation,
          uri.toString(),
          version,
          bytes(message),
          action,
          fields.build(),
          partition);
    } catch (TransformerException | RuntimeException e) {
      log.debug("a message to {} goes past the cache: {}", uri.getHost(), e.toString());
      return null;
    }
  }

  private static boolean hasAttachments(WebServiceMessage message) {
    return message instanceof MimeMessage parts && parts.getAttachments().hasNext();
  }

  private static byte[] bytes(WebServiceMessage message) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    message.writeTo(out);
    return out.toByteArray();
  }

  // ---- the answer ----

  @Override
  public @Nullable WebServiceMessage receive(WebServiceMessageFactory factory) throws IOException {
    if (kept != null) {
      byte[] message = Objects.requireNonNull(kept.message(), "a kept message");
      return factory.createWebServiceMessage(
          new KeptStream(message, version.mediaType() + "; charset=utf-8"));
    }
    WebServiceMessage answer;
    try {
      answer = connection.receive(factory);
    } catch (IOException | RuntimeException e) {
      failed(e);
      throw e;
    }
    if (call != null) {
      call.answered(answer(answer));
      call = null;
    }
    return answer;
  }

  private ReceivedResponse answer(@Nullable WebServiceMessage message) throws IOException {
    Headers received = receivedFields();
    if (message == null) {
      return ReceivedResponse.notKept(OriginReply.Kind.RESPONSE, "there is no message", received);
    }
    if (message instanceof FaultAwareWebServiceMessage faulty && faulty.hasFault()) {
      return ReceivedResponse.notKept(OriginReply.Kind.FAULT, "it is a fault", received);
    }
    if (hasAttachments(message)) {
      return ReceivedResponse.notKept(OriginReply.Kind.RESPONSE, "it has attachments", received);
    }
    if (received.has("Set-Cookie")) {
      return ReceivedResponse.notKept(OriginReply.Kind.RESPONSE, "it sets a cookie", received);
    }
    return ReceivedResponse.of(bytes(message), received);
  }

  private Headers receivedFields() throws IOException {
    Headers.Builder received = Headers.builder();
    Iterator<String> names = getResponseHeaderNames();
    while (names.hasNext()) {
      String name = names.next();
      Iterator<String> values = getResponseHeaders(name);
      while (values.hasNext()) {
        received.add(name, values.next());
      }
    }
    return received.build();
  }

  private void failed(Exception failure) {
    if (call != null) {
      call.failed(failure);
      call = null;
    }
  }

  @Override
  public boolean hasError() throws IOException {
    boolean isError = kept == null && connection.hasError();
    if (isError) {
      failed(new IOException("the service responded with an error of the transport"));
    }
    return isError;
  }

  @Override
  public @Nullable String getErrorMessage() throws IOException {
    return kept == null ? connection.getErrorMessage() : null;
  }

  @Override
  public boolean hasFault() throws IOException {
    return kept == null
        && connection instanceof FaultAwareWebServiceConnection aware
        && aware.hasFault();
  }

  @Override
  public void setFaultCode(@Nullable QName code) throws IOException {
    if (connection instanceof FaultAwareWebServiceConnection aware) {
      aware.setFaultCode(code);
    }
  }

  @Override
  public Iterator<String> getResponseHeaderNames() throws IOException {
    return kept == null && connection instanceof HeadersAwareSenderWebServiceConnection aware
        ? aware.getResponseHeaderNames()
        : Collections.emptyIterator();
  }

  @Override
  public Iterator<String> getResponseHeaders(String name) throws IOException {
    return kept == null && connection instanceof HeadersAwareSenderWebServiceConnection aware
        ? aware.getResponseHeaders(name)
        : Collections.emptyIterator();
  }

  @Override
  public URI getUri() throws java.net.URISyntaxException {
    return connection.getUri();
  }

  /** A call whose answer was not read may have changed something. */
  @Override
  public void close() throws IOException {
    failed(new IOException("the connection was closed before a response was read"));
    connection.close();
  }

  /** A kept message as a transport would bring it, with its type. */
  static final class KeptStream extends TransportInputStream {
    private final byte[] message;
    private final String type;

    KeptStream(byte[] message, String type) {
      this.message = message;
      this.type = type;
    }

    @Override
    protected InputStream createInputStream() {
      return new ByteArrayInputStream(message);
    }

    @Override
    public Iterator<String> getHeaderNames() {
      return List.of(TransportConstants.HEADER_CONTENT_TYPE).iterator();
    }

    @Override
    public Iterator<String> getHeaders(String name) {
      return TransportConstants.HEADER_CONTENT_TYPE.equalsIgnoreCase(name)
          ? List.of(type).iterator()
          : Collections.emptyIterator();
    }
  }
}
