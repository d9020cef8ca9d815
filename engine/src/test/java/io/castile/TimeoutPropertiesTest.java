package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.http.CallOptions;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timeouts of single calls, by the properties that people set with other stacks. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class TimeoutPropertiesTest {
  private static final byte[] ANSWER =
      ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>3</return>"
              + "</s:addResponse></e:Body></e:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  private static final class Recorder implements Transport {
    private final List<CallOptions> options = new CopyOnWriteArrayList<>();

    @Override
    public Incoming send(Outgoing message) {
      options.add(message.options());
      return new Incoming(200, Headers.of("content-type", "text/xml"), ANSWER.clone());
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  private final Recorder recorder = new Recorder();
  private WrappedShop port;
  private Map<String, Object> context;

  @BeforeEach
  void client() {
    port =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(recorder)
            .build();
    context = ((BindingProvider) port).getRequestContext();
  }

  private CallOptions called() {
    port.add(1, 2);
    return recorder.options.get(recorder.options.size() - 1);
  }

  private static CallOptions of(int connect, int read, int call) {
    return new CallOptions(
        Duration.ofMillis(connect), Duration.ofMillis(read), Duration.ofMillis(call), false);
  }

  @Test
  void namesOfApacheCxf() {
    context.put("jakarta.xml.ws.client.connectionTimeout", 11L);
    context.put("jakarta.xml.ws.client.receiveTimeout", "22");
    context.put(Castile.CALL_TIMEOUT, Duration.ofMillis(33));

    assertThat(called()).isEqualTo(of(11, 22, 33));
  }

  @Test
  void namesOfMetro() {
    context.put("com.sun.xml.ws.connect.timeout", 11);
    context.put("com.sun.xml.ws.request.timeout", 22);
    context.put(Castile.CALL_TIMEOUT, 33);

    assertThat(called()).isEqualTo(of(11, 22, 33));
  }

  @Test
  void withoutPropertiesTheClientsTimeoutsHold() {
    assertThat(called()).isEqualTo(CallOptions.DEFAULT);
    context.put("com.sun.xml.ws.request.timeout", 22);
    assertThat(called().readTimeout()).isEqualTo(Duration.ofMillis(22));
    context.remove("com.sun.xml.ws.request.timeout");
    assertThat(called()).isEqualTo(CallOptions.DEFAULT);
  }

  @Test
  void zeroIsNoLimit() {
    context.put("com.sun.xml.ws.request.timeout", 0);

    assertThat(called().readTimeout()).isGreaterThan(Duration.ofDays(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "", "1.5", "99999999999999999999"})
  void otherValuesAreRefused(String value) {
    context.put(Castile.CALL_TIMEOUT, value);

    assertThatThrownBy(this::called)
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(Castile.CALL_TIMEOUT)
        .hasMessageContaining("'" + value + "'");
    assertThat(recorder.options).isEmpty();
  }

  @Test
  void threadsMayHaveContextsOfTheirOwn() throws Exception {
    context.put("com.sun.xml.ws.request.timeout", 22);
    context.put("thread.local.request.context", "true");
    Map<String, Object> mine = ((BindingProvider) port).getRequestContext();

    Thread other =
        new Thread(
            () -> {
              Map<String, Object> own = ((BindingProvider) port).getRequestContext();
              assertThat(own).containsEntry("com.sun.xml.ws.request.timeout", 22);
              own.put("com.sun.xml.ws.request.timeout", 44);
              port.add(1, 2);
            });
    other.start();
    other.join();
    assertThat(mine).containsEntry("com.sun.xml.ws.request.timeout", 22);
    called();

    assertThat(recorder.options)
        .extracting(CallOptions::readTimeout)
        .containsExactly(Duration.ofMillis(44), Duration.ofMillis(22));
  }

  /** With a server that is silent: the property holds for the call, and then no more. */
  @Test
  void thePropertyEndsACall() throws Exception {
    try (OneShotServer silent = OneShotServer.answering("HTTP/1.1 200 OK\r\nContent-")) {
      WrappedShop real = Castile.client(WrappedShop.class).endpoint(silent.url()).build();
      ((BindingProvider) real).getRequestContext().put(Castile.CALL_TIMEOUT, 5_000);
      assertThatThrownBy(() -> real.add(1, 2)).hasMessageContaining("within the head");
    }
  }
}
