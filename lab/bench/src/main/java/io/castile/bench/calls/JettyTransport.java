package io.castile.bench.calls;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;

/** Jetty's client as a transport. */
public final class JettyTransport implements Transport {
  private static final int FIRST_BYTES = 1 << 12;
  private static final int MAX_BYTES = 256 << 20;
  private static final int SECONDS = 60;

  private final HttpClient client = new HttpClient();

  public JettyTransport() {
    client.setFollowRedirects(false);
    try {
      client.start();
    } catch (Exception e) {
      throw new IllegalStateException("the client does not start: " + e.getMessage(), e);
    }
  }

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    try {
      Request request =
          client
              .POST(message.endpoint())
              .body(new BytesRequestContent((String) null, bytes(message.content())));
      request.headers(fields -> message.headers().forEach(fields::put));
      ContentResponse response =
          new CompletableResponseListener(request, MAX_BYTES).send().get(SECONDS, TimeUnit.SECONDS);
      Headers.Builder headers = Headers.builder();
      response
          .getHeaders()
          .forEach(
              field -> headers.add(field.getName().toLowerCase(Locale.ROOT), field.getValue()));
      return new Incoming(response.getStatus(), headers.build(), response.getContent());
    } catch (IOException | ExecutionException | TimeoutException e) {
      throw new SoapTransportException("no answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SoapTransportException("interrupted", e);
    }
  }

  /** A copy: this client sends after the call that gives it the content. */
  private static byte[] bytes(Payload content) throws IOException {
    int size = content.size() == Payload.UNKNOWN_SIZE ? FIRST_BYTES : content.size();
    ByteArrayOutputStream copy = new ByteArrayOutputStream(size);
    content.writeTo(copy);
    return copy.toByteArray();
  }

  @Override
  public void close() {
    try {
      client.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the client does not stop: " + e.getMessage(), e);
    }
  }
}
