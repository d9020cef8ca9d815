package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProxySelector;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

/** Options of HTTP: edits keep the others, and those that exclude each other are refused. */
final class HttpOptionsTest {
  private static final SSLSocketFactory FACTORY = (SSLSocketFactory) SSLSocketFactory.getDefault();

  /** A store with one of the certificates that the JDK trusts. */
  private static KeyStore anyCertificate() throws Exception {
    TrustManagerFactory platform =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    platform.init((KeyStore) null);
    X509TrustManager manager = (X509TrustManager) platform.getTrustManagers()[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("any", manager.getAcceptedIssuers()[0]);
    return store;
  }

  @Test
  void anEditKeepsAllOtherOptions() {
    HttpOptions options =
        HttpOptions.builder()
            .connectTimeout(Duration.ofSeconds(1))
            .readTimeout(Duration.ofSeconds(2))
            .callTimeout(Duration.ofSeconds(3))
            .idleTimeout(Duration.ofSeconds(4))
            .maxIdleConnections(5)
            .maxResponseBytes(6)
            .tls(FACTORY)
            .proxy("proxy", 7)
            .build();

    HttpOptions edited = options.toBuilder().connectTimeout(Duration.ofSeconds(9)).build();

    assertThat(edited.connectTimeout()).hasSeconds(9);
    assertThat(edited.readTimeout()).hasSeconds(2);
    assertThat(edited.callTimeout()).hasSeconds(3);
    assertThat(edited.idleTimeout()).hasSeconds(4);
    assertThat(edited.maxIdleConnections()).isEqualTo(5);
    assertThat(edited.maxResponseBytes()).isEqualTo(6);
    assertThat(edited.tls()).isSameAs(FACTORY);
    assertThat(edited.proxy()).isEqualTo(new HttpOptions.Proxy("proxy", 7, null, null));
    assertThat(options.connectTimeout()).hasSeconds(1);
  }

  @Test
  void aBoundOfResponsesThatIsSetHoldsInPlaceOfThatOfMessages() {
    assertThat(HttpOptions.DEFAULT.maxResponseBytes(1000)).isEqualTo(1000);
    assertThat(HttpOptions.builder().maxResponseBytes(10).build().maxResponseBytes(1000))
        .isEqualTo(10);
  }

  @Test
  void onlyAFactoryOrAKeyMayShowACertificate() throws Exception {
    assertThat(HttpOptions.DEFAULT.mayShowCertificate()).isFalse();
    assertThat(HttpOptions.builder().trust(anyCertificate()).build().mayShowCertificate())
        .isFalse();
    assertThat(HttpOptions.builder().tls(FACTORY).build().mayShowCertificate()).isTrue();
  }

  @Test
  void theFactoryOfKeyStoresIsKeptUntilOneOfThemChanges() throws Exception {
    HttpOptions options = HttpOptions.builder().trust(anyCertificate()).build();

    assertThat(options.tls()).isNotNull();
    assertThat(options.toBuilder().maxResponseBytes(1).build().tls()).isSameAs(options.tls());
    assertThat(options.toBuilder().trust(anyCertificate()).build().tls())
        .isNotSameAs(options.tls());
  }

  @Test
  void aFactoryExcludesKeyStores() throws Exception {
    HttpOptions.Builder builder = HttpOptions.builder().tls(FACTORY).trust(anyCertificate());

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot use tls(factory) and trust or keys");
  }

  @Test
  void aProxyExcludesASelectorOfProxies() {
    HttpOptions.Builder builder =
        HttpOptions.builder().proxy("proxy", 3128).proxySelector(ProxySelector.getDefault());

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot use a proxy and a selector of proxies");
  }

  @Test
  void aTransportOfOneWayTakesNoSelector() {
    HttpOptions options = HttpOptions.builder().proxySelector(ProxySelector.getDefault()).build();

    assertThatThrownBy(() -> new HttpTransport(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HttpTransport.of(options)");
    try (Transport transport = HttpTransport.of(options)) {
      assertThat(transport).isNotInstanceOf(HttpTransport.class);
    }
  }
}
