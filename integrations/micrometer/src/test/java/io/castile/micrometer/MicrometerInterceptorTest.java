package io.castile.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls at both ends, as a registry sees them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MicrometerInterceptorTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final SoapServer server =
      Castile.server()
          .host("localhost")
          .publish("/shop", new WrappedShopService())
          .interceptor(MicrometerInterceptor.ofServer(registry))
          .start();

  @AfterEach
  void close() {
    server.close();
    registry.close();
  }

  private WrappedShop shop() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("add").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop"))
        .cache(policy)
        .interceptor(MicrometerInterceptor.ofClient(registry))
        .build();
  }

  private long count(String name, String operation, String outcome, String cache) {
    Timer timer =
        registry
            .find(name)
            .tags(
                "service",
                "WrappedShop",
                "operation",
                operation,
                "outcome",
                outcome,
                "cache",
                cache)
            .timer();
    return timer == null ? 0 : timer.count();
  }

  @Test
  void countsCallsByOutcomeAndByWhatTheCacheDid() {
    WrappedShop shop = shop();
    for (int i = 0; i < 3; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
    }
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);

    String client = MicrometerInterceptor.CLIENT_CALLS;
    assertThat(count(client, "add", "response", "miss")).isEqualTo(1);
    assertThat(count(client, "add", "response", "hit")).isEqualTo(2);
    assertThat(count(client, "find", "fault", "passed")).isEqualTo(1);
    String served = MicrometerInterceptor.SERVER_CALLS;
    assertThat(count(served, "add", "response", "none")).isEqualTo(1);
    assertThat(count(served, "find", "fault", "none")).isEqualTo(1);
    assertThat(registry.scrape())
        .contains("castile_client_calls_seconds_count{cache=\"hit\",operation=\"add\"");
  }

  @Test
  void countsCallsWithoutAnAnswer() {
    WrappedShop nowhere =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost:1/shop")
            .interceptor(MicrometerInterceptor.ofClient(registry))
            .build();
    assertThatThrownBy(() -> nowhere.add(1, 2)).isInstanceOf(WebServiceException.class);

    assertThat(count(MicrometerInterceptor.CLIENT_CALLS, "add", "failure", "none")).isEqualTo(1);
  }

  @Test
  void aResponseThatCannotBeReadIsAFailureAndAThrownFaultAFault() {
    WrappedShop unreadable =
        shop(chain -> chain.proceed(chain.request()).withMessage("<broken".getBytes(UTF_8)));
    assertThatThrownBy(() -> unreadable.add(1, 2)).isInstanceOf(WebServiceException.class);
    WrappedShop asking =
        shop(
            chain -> {
              SoapResponse response = chain.proceed(chain.request());
              response.values();
              return response;
            });
    assertThatThrownBy(() -> asking.find("nothing")).isInstanceOf(NoSuchItem.class);

    String client = MicrometerInterceptor.CLIENT_CALLS;
    assertThat(count(client, "add", "failure", "none")).isEqualTo(1);
    assertThat(count(client, "find", "fault", "none")).isEqualTo(1);
  }

  /** A client with a link behind the meters. */
  private WrappedShop shop(Interceptor behind) {
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop"))
        .interceptor(MicrometerInterceptor.ofClient(registry))
        .interceptor(behind)
        .build();
  }

  @Test
  void aRequestForNoOperationMakesNoMeterOfItsName() throws Exception {
    String message =
        "<E:Envelope xmlns:E='http://schemas.xmlsoap.org/soap/envelope/'><E:Body>"
            + "<whatever xmlns='urn:x'/></E:Body></E:Envelope>";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(registry.scrape()).doesNotContain("whatever");
    String unknown = MicrometerInterceptor.UNKNOWN;
    assertThat(
            count(MicrometerInterceptor.SERVER_CALLS, unknown, "failure", "none")
                + count(MicrometerInterceptor.SERVER_CALLS, unknown, "fault", "none"))
        .isEqualTo(1);
  }
}
