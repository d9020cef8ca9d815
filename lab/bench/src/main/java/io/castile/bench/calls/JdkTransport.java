package io.castile.bench.calls;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;

/** The JDK's {@code java.net.http} as a transport. */
public final class JdkTransport implements Transport {
  private static final int FIRST_BYTES = 1 << 12;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(message.endpoint())).POST(body(message.content()));
      message.headers().forEach(request::setHeader);
      HttpResponse<byte[]> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new Incoming(response.statusCode(), headers(response), response.body());
    } catch (IOException e) {
      throw new SoapTransportException("no answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SoapTransportException("interrupted", e);
    }
  }

  private static Headers headers(HttpResponse<?> response) {
    Headers.Builder headers = Headers.builder();
    response
        .headers()
        .map()
        .forEach((name, all) -> headers.add(name.toLowerCase(Locale.ROOT), String.join(", ", all)));
    return headers.build();
  }

  /** A copy: this client takes no stream to write to. */
  private static HttpRequest.BodyPublisher body(Payload content) throws IOException {
    int size = content.size() == Payload.UNKNOWN_SIZE ? FIRST_BYTES : content.size();
    ByteArrayOutputStream copy = new ByteArrayOutputStream(size);
    content.writeTo(copy);
    return HttpRequest.BodyPublishers.ofByteArray(copy.toByteArray());
  }

  @Override
  public void close() {
    // The JDK's client of Java 17 cannot be closed; its threads end when nothing refers to it.
  }
}
