package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.soap.Headers;
import io.castile.soap.http.CallOptions;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** What providers answer beside messages. */
class ProviderAnswersTest {
  private static final String REQUEST =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><a/></e:Body>"
          + "</e:Envelope>";

  @WebServiceProvider
  @ServiceMode(Service.Mode.MESSAGE)
  static final class OfWholeMessages implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      return new StreamSource();
    }
  }

  @WebServiceProvider
  static final class OfPayloads implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      return new StreamSource();
    }
  }

  @Test
  void saysThatAnEmptySourceIsNoWholeMessage() throws Exception {
    Transport.Incoming answer = answer(new OfWholeMessages());

    assertThat(answer.status()).isEqualTo(500);
    assertThat(text(answer)).contains("Cannot send an empty Source");
  }

  @Test
  void takesAnEmptySourceForAnEmptyBody() throws Exception {
    Transport.Incoming answer = answer(new OfPayloads());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(text(answer)).contains("Body").doesNotContain("Fault");
  }

  private static Transport.Incoming answer(Provider<Source> provider) throws Exception {
    ServiceEndpoint endpoint =
        new ServiceEndpoint(
            provider,
            ServiceEndpoint.model(provider.getClass(), CodecMode.ADAPTIVE),
            ServiceSettings.builder().build());
    byte[] request = REQUEST.getBytes(StandardCharsets.UTF_8);
    try (LocalTransport transport = new LocalTransport(Map.of("/provider", endpoint))) {
      return transport.send(
          new Transport.Outgoing(
              "local:/provider",
              Headers.of("Content-Type", "text/xml; charset=utf-8"),
              Payload.of(request, request.length),
              CallOptions.DEFAULT,
              null));
    }
  }

  private static String text(Transport.Incoming answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
