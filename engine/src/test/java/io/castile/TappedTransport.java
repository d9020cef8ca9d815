package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps what passes between a client and a server of this process. For one thread. */
final class TappedTransport implements Transport {
  private final Transport server;
  final List<String> requests = new ArrayList<>();
  final List<String> responses = new ArrayList<>();
  final List<Map<String, String>> headers = new ArrayList<>();
  private Function<Incoming, Incoming> change = answer -> answer;

  TappedTransport(SoapServer server) {
    this.server = server.localTransport();
  }

  /** Has answers changed on their way. */
  void change(Function<Incoming, Incoming> changed) {
    change = changed;
  }

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      message.content().writeTo(bytes);
    } catch (IOException e) {
      throw new SoapTransportException("the message could not be written", e);
    }
    requests.add(bytes.toString(UTF_8));
    headers.add(message.headers().toMap());
    Incoming answer =
        change.apply(
            server.send(
                new Outgoing(
                    message.endpoint(),
                    message.headers(),
                    Payload.of(bytes.toByteArray(), bytes.size()))));
    responses.add(new String(answer.body(), UTF_8));
    return answer;
  }

  /** Sends a message as it is. */
  Incoming post(String contentType, String soapAction, String message)
      throws SoapTransportException {
    Headers fields = Headers.of("Content-Type", contentType);
    if (soapAction != null) {
      fields = fields.with("SOAPAction", '"' + soapAction + '"');
    }
    byte[] bytes = message.getBytes(UTF_8);
    return server.send(
        new Outgoing("http://localhost/shop", fields, Payload.of(bytes, bytes.length)));
  }

  /** The text of the first element with a local name; null for none. */
  static String text(String message, String local) {
    Matcher found =
        Pattern.compile("<(?:\\w+:)?" + local + "(?: [^>]*)?>([^<]*)</").matcher(message);
    return found.find() ? found.group(1) : null;
  }

  @Override
  public void close() {
    server.close();
  }
}
