package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShopService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One header field of a request is what it is among all of them. */
class RequestFieldTest {
  @Test
  void severalLinesAreJoinedAndNamesAreTheSameInAnyCase() throws Exception {
    List<String> seen = new ArrayList<>();
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .interceptor(
                chain -> {
                  for (String name : List.of("x-TRACE", "X-None")) {
                    String alone = chain.request().header(name);
                    seen.add(alone);
                    assertThat(chain.request().headers().get(name)).isEqualTo(alone);
                    assertThat(chain.request().header(name)).isEqualTo(alone);
                  }
                  return chain.proceed(chain.request());
                })
            .start()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.url("/shop")))
              .header("Content-Type", "text/xml")
              .header("X-Trace", "a")
              .header("X-Trace", "b")
              .POST(HttpRequest.BodyPublishers.ofString("<none/>"))
              .build();
      HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    assertThat(seen).containsExactly("a, b", null);
  }
}
