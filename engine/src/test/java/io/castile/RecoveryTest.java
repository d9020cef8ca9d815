package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapTransportException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors of the JVM on the way of a request: nothing of the server stays behind with them. */
@Timeout(value = 40, unit = TimeUnit.SECONDS)
class RecoveryTest {
  private static final int THREADS = 2;

  static Stream<Supplier<Error>> errors() {
    return Stream.of(
        () -> new OutOfMemoryError("for a test"),
        () -> new StackOverflowError("for a test"),
        () -> new NoClassDefFoundError("for a test"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void afterErrorsAllThreadsServeAndClosingWaitsForNothing(Supplier<Error> errors) {
    AtomicInteger failing = new AtomicInteger(3 * THREADS);
    SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .transport(t -> t.maxThreads(THREADS).maxQueued(0))
            .interceptor(
                chain -> {
                  if (failing.getAndDecrement() > 0) {
                    throw errors.get();
                  }
                  return chain.proceed(chain.request());
                })
            .start();
    WrappedShop port = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build();
    while (failing.get() > 0) {
      assertThatThrownBy(() -> port.add(1, 2))
          .cause()
          .isInstanceOfSatisfying(
              SoapTransportException.class, e -> assertThat(e.status()).isEqualTo(500));
    }
    assertThat(port.add(1, 2)).isEqualTo(3);

    server.close(Duration.ofHours(1)); // longer than the test may take
  }
}
