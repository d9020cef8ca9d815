package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.template.Templates;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients that are made and closed, again and again, as by programs that make one for each call.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ManyClientsTest {
  private static final int CLIENTS = 10_000;
  private static final int CALLED_EACH = 20;

  @Test
  void clientsThatWereClosedLeaveNothingBehind() throws Exception {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .templates(Templates.off())
            .start()) {
      for (int i = 0; i < 100; i++) {
        makeAndClose(server, true);
      }
      Set<String> before = threads();
      List<WeakReference<Object>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(makeAndClose(server, i % CALLED_EACH == 0));
      }

      assertThat(threads()).isSubsetOf(before);
      assertThat(left(clients)).isZero();
    }
  }

  private static WeakReference<Object> makeAndClose(SoapServer server, boolean call)
      throws Exception {
    WrappedShop port =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .transport(t -> t.callTimeout(Duration.ofMinutes(1)))
            .build();
    if (call) {
      assertThat(port.add(1, 2)).isEqualTo(3);
    }
    ((AutoCloseable) port).close();
    return new WeakReference<>(port);
  }

  /** Names of the threads that are not the server's, numbers taken out. */
  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getName().startsWith("castile-server")) {
        names.add(thread.getName().replaceAll("[0-9]+", ""));
      }
    }
    return names;
  }

  /** How many are still there after some garbage collections. */
  private static long left(List<WeakReference<Object>> clients) {
    long left = CLIENTS;
    for (int i = 0; i < 20 && left > 0; i++) {
      System.gc();
      left = clients.stream().filter(each -> each.get() != null).count();
    }
    return left;
  }
}
