package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which calls the transport may send twice. */
class RetrySafeTest {
  private static final byte[] ANSWER =
      ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>3</return>"
              + "</s:addResponse></e:Body></e:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  /** Keeps what it is told, and answers 3. */
  private static final class Recorder implements Transport {
    private final List<Boolean> safe = new ArrayList<>();

    @Override
    public Incoming send(Outgoing message) {
      safe.add(message.options().retrySafe());
      return new Incoming(200, Headers.of("content-type", "text/xml"), ANSWER.clone());
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  private static ClientBuilder<WrappedShop> client(Transport transport) {
    return Castile.client(WrappedShop.class).endpoint("http://localhost/shop").transport(transport);
  }

  @Test
  void onlyTheOperationsThatWereDeclared() {
    Recorder recorder = new Recorder();

    client(recorder).build().add(1, 2);
    client(recorder).retrySafe("echo").build().add(1, 2);
    client(recorder).retrySafe("echo", "add").build().add(1, 2);

    assertThat(recorder.safe).containsExactly(false, false, true);
  }

  @Test
  void namesOfNoOperationAreRefused() {
    assertThatThrownBy(() -> client(new Recorder()).retrySafe("add", "steal").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("retrySafe")
        .hasMessageContaining("steal");
  }

  @Test
  void failuresSayWhetherTheRequestHadLeft() throws Exception {
    WrappedShop port;
    try (OneShotServer server = OneShotServer.answering("")) {
      port = Castile.client(WrappedShop.class).endpoint(server.url()).build();
      assertThatThrownBy(() -> port.add(1, 2))
          .hasMessageContaining("the whole request had left")
          .cause()
          .isInstanceOfSatisfying(
              SoapTransportException.class, e -> assertThat(e.unsent()).isFalse());
    }
    assertThatThrownBy(() -> port.add(1, 2))
        .cause()
        .isInstanceOfSatisfying(SoapTransportException.class, e -> assertThat(e.unsent()).isTrue());
  }
}
