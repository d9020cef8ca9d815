package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.delta.format.Delta;
import io.castile.delta.format.Instance;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.HttpServers;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebService;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error in the making of deltas costs bytes, and no answer. */
class FailingEncoderTest {
  private static final AtomicInteger CALLS = new AtomicInteger();

  /** Says what it is told. */
  @WebService
  public static final class Echo {
    public String echo(String text) {
      CALLS.incrementAndGet();
      return text;
    }
  }

  private static Differential link(Encoder encoder) {
    return Differential.of(DifferentialOptions.builder().typed(false).build(), encoder);
  }

  private static byte[] fail(Instance base, Instance target, boolean hasFrames) {
    throw new ArrayIndexOutOfBoundsException("from " + base + " to " + target);
  }

  private static void echo(Differential client, Differential server) throws Throwable {
    ServiceEndpoint endpoint =
        new ServiceEndpoint(
            new Echo(),
            ServiceEndpoint.model(Echo.class, CodecMode.ADAPTIVE),
            ServiceSettings.builder().interceptors(List.of(server.serverLink())).build());
    ServiceModel model = ServiceModel.ofImplementation(Echo.class);
    OperationModel operation = model.operations().get(0);
    try (HttpServer http =
            HttpServers.start(
                HttpServers.provider(), HttpServerOptions.DEFAULT, Map.of("/echo", endpoint));
        SoapClient soap =
            new SoapClient(
                model,
                XmlLimits.DEFAULT,
                client.clientLinks(),
                new HttpTransport(HttpOptions.DEFAULT))) {
      SoapClient.Options options =
          new SoapClient.Options(
              "http://localhost:" + http.port() + "/echo",
              SoapVersion.SOAP_1_1,
              null,
              Headers.NONE);
      for (int i = 0; i < 3; i++) {
        String text = "text ".repeat(200) + i;
        assertThat(soap.call(operation, new Object[] {text}, options, response -> {}))
            .isEqualTo(text);
      }
    }
  }

  @Test
  void deltasAreSentWhereNothingFails() throws Throwable {
    Differential client = link(Delta::between);
    Differential server = link(Delta::between);
    echo(client, server);
    assertThat(client.statistics()).isEqualTo(server.statistics());
    assertThat(client.statistics().deltas()).isEqualTo(2);
    assertThat(client.statistics().requestDeltas()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCannotBeMadeADeltaIsSentWhole(boolean clientFails) throws Throwable {
    Differential client = link(clientFails ? FailingEncoderTest::fail : Delta::between);
    Differential server = link(clientFails ? Delta::between : FailingEncoderTest::fail);
    int calls = CALLS.get();
    echo(client, server);
    assertThat(CALLS).hasValue(calls + 3);
    assertThat(client.statistics().deltas()).isEqualTo(clientFails ? 2 : 0);
    assertThat(client.statistics().full()).isEqualTo(clientFails ? 1 : 3);
    assertThat(client.statistics().requestDeltas()).isEqualTo(clientFails ? 0 : 2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.5, 1})
  void aDeltaOfALargerShareThanWantedIsSentWhole(double share) throws Throwable {
    Encoder half = (base, target, hasFrames) -> new byte[target.bytes().length / 2];
    byte[] message = "<a>text of a message</a>".getBytes(StandardCharsets.UTF_8);
    Instance instance = Instance.of(message);

    byte[] delta = half.upTo(share).delta(instance, instance, true);

    assertThat(delta != null).isEqualTo(share >= 0.5);
  }

  @Test
  void noDeltaIsMadeForAShareOfNothing() {
    Encoder never =
        (base, target, hasFrames) -> {
          throw new AssertionError("a delta is made");
        };
    Instance instance = Instance.of(new byte[100]);

    assertThat(never.upTo(0).delta(instance, instance, true)).isNull();
  }

  @Test
  void withoutAShareMessagesGoWhole() throws Throwable {
    DifferentialOptions none = DifferentialOptions.builder().typed(false).maxDeltaShare(0).build();
    Differential client = Differential.of(none);
    Differential server = Differential.of(none);
    echo(client, server);
    assertThat(client.statistics()).isEqualTo(server.statistics());
    assertThat(client.statistics().deltas()).isZero();
    assertThat(client.statistics().full()).isEqualTo(3);
    assertThat(client.statistics().requestDeltas()).isZero();
  }
}
