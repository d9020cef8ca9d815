package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.spring.app.Catalog;
import io.castile.spring.app.Origin;
import io.castile.spring.app.Stock;
import io.castile.spring.client.CastileClientAutoConfiguration;
import io.castile.spring.client.EnableCastileClients;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.xml.ws.WebServiceException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Clients that properties and annotations make. */
class ClientsTest {
  private static final Application APPLICATION = Application.SHARED;

  @BeforeEach
  void clear() throws Exception {
    APPLICATION.clear();
  }

  @Test
  void propertiesMakeAClientWithTheCacheOfTheApplication() {
    Catalog plain = APPLICATION.bean("plain", Catalog.class);
    plain.getPrice("ink");
    plain.getPrice("ink");

    assertThat(APPLICATION.origin.calls()).containsExactly("getPrice");
    assertThat(Castile.cache(plain)).isSameAs(APPLICATION.context.getBean(ResponseCache.class));
    assertThat(APPLICATION.context.getBeansOfType(CallRecorder.class)).isEmpty();
  }

  @Test
  void anAnnotationMakesAClient() {
    Stock annotated = APPLICATION.bean("annotated", Stock.class);

    assertThat(annotated.findArticles("north")).containsExactly("north ink", "north paper");
  }

  @Test
  void itsTraceGoesOnAtTheService() {
    APPLICATION.bean("plain", Catalog.class).getPrice("ink");

    List<SpanData> spans = APPLICATION.clientSpans();
    assertThat(spans).hasSize(1);
    assertThat(APPLICATION.origin.traces())
        .containsExactly(
            "00-" + spans.get(0).getTraceId() + "-" + spans.get(0).getSpanId() + "-01");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableCastileClients(clients = Catalog.class)
  @ImportAutoConfiguration({CastileClientAutoConfiguration.class, SslAutoConfiguration.class})
  static class EnabledOnly {}

  private static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplicationBuilder(EnabledOnly.class)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false)
        .run(
            Stream.concat(
                    Stream.of(
                        "spring.config.location=optional:classpath:/none/",
                        "logging.level.root=off"),
                    Stream.of(properties))
                .map(each -> "--" + each)
                .toArray(String[]::new));
  }

  @Test
  void interfacesAreNamedByAnAnnotation() {
    String url = APPLICATION.origin.url() + "/catalog";
    try (ConfigurableApplicationContext context =
        start("castile.clients.catalog.endpoint=" + url, "castile.clients.catalog.headers.x-a=b")) {
      assertThat(context.getBean(Catalog.class).getPrice("paper")).isEqualTo(5);
      assertThatThrownBy(() -> Castile.cache(context.getBean(Catalog.class)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aBundleSaysWhichCertificatesAreTrusted(@TempDir Path folder) throws Exception {
    Path store = folder.resolve("localhost.p12");
    String[] keytool = {
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
      "-genkeypair",
      "-alias",
      "localhost",
      "-dname",
      "CN=localhost",
      "-ext",
      "san=dns:localhost",
      "-keyalg",
      "EC",
      "-storetype",
      "PKCS12",
      "-storepass",
      "castile",
      "-keystore",
      store.toString()
    };
    assertThat(new ProcessBuilder(keytool).start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), "castile".toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "castile".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .transport(t -> t.tls(tls))
            .publish("/catalog", new Origin.Articles())
            .start()) {
      String endpoint = "castile.clients.catalog.endpoint=" + server.url("/catalog");
      try (ConfigurableApplicationContext context =
          start(
              endpoint,
              "castile.clients.catalog.ssl.bundle=shop",
              "spring.ssl.bundle.jks.shop.truststore.location=" + store.toUri(),
              "spring.ssl.bundle.jks.shop.truststore.password=castile",
              "spring.ssl.bundle.jks.shop.truststore.type=PKCS12")) {
        assertThat(context.getBean(Catalog.class).getPrice("paper")).isEqualTo(5);
      }
      try (ConfigurableApplicationContext context = start(endpoint)) {
        assertThatThrownBy(() -> context.getBean(Catalog.class).getPrice("paper"))
            .isInstanceOf(WebServiceException.class)
            .hasMessageContaining("certificate");
      }
    }
  }

  @Test
  void aClientWithoutAnAddressIsToldByItsProperty() {
    try (ConfigurableApplicationContext context = start()) {
      assertThatThrownBy(() -> context.getBean(Catalog.class))
          .rootCause()
          .hasMessageContaining("without an endpoint");
      assertThatThrownBy(() -> context.getBean(Catalog.class))
          .hasStackTraceContaining("Set castile.clients.catalog.endpoint.");
    }
  }

  @Test
  void aUserWithoutAPasswordIsToldByItsProperty() {
    try (ConfigurableApplicationContext context =
        start(
            "castile.clients.catalog.endpoint=http://localhost:1/",
            "castile.clients.catalog.username=ann")) {
      assertThatThrownBy(() -> context.getBean(Catalog.class))
          .rootCause()
          .hasMessage(
              "Cannot use a user without a password. Set castile.clients.catalog.password.");
    }
  }
}
