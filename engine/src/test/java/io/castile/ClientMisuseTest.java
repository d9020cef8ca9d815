package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.shop.WrappedShop;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.Transport;
import io.castile.soap.security.ClientSecurity;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that a client's builder does not take: each is refused by the method that it is given. */
class ClientMisuseTest {
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE);

  private static ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "http://localhost:0/, expected a port from 1 to 65535",
        "https://localhost:0/, expected a port from 1 to 65535",
        "http://localhost:99999/, expected a port from 1 to 65535",
        "http://localhost:-1/, expected a host",
        "http://localhost/a#b, its fragment",
        "http://localhost/#, its fragment",
        "http://alice:s3cret@localhost/, has a user name",
        "http://alice:s3cret@local_host/, has a user name",
        "http://alice:s3cret@local host/, expected a URI as endpoint",
        "http://alice:s3/cret@local host/, expected a URI as endpoint",
        "HTTPS://alice:s3cret@localhost:1/, has a user name",
        "http:///shop, a host",
        "http:shop, a host",
        "http://, expected a URI as endpoint",
        "http://local_host/, expected a host of ASCII letters",
      })
  void anEndpointToWhichNothingCanBeSentIsRefusedWithoutItsPassword(String url, String says) {
    assertThatThrownBy(() -> client().endpoint(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("endpoint")
        .hasMessageContaining(says)
        .satisfies(e -> assertThat(stack(e)).doesNotContain("s3cret", "cret@"));
  }

  /** All that a log shows of an exception. */
  private static String stack(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      all.append(t).append('\n');
    }
    return all.toString();
  }

  @ParameterizedTest
  @CsvSource({"localhost:8080/shop", "ftp://localhost/", "/shop", "''"})
  void anAddressOfAnotherKindIsRefusedWhenTheClientIsBuilt(String url) {
    assertThatThrownBy(() -> client().endpoint(url).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected an endpoint with scheme 'http' or 'https' and a host");
  }

  @Test
  void aPortNeverShowsAPasswordThatStandsInItsAddress() {
    WrappedShop port = client().endpoint("http://localhost:1/shop?q=1").build();
    ((BindingProvider) port)
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://alice:s3cret@localhost:1/shop");

    assertThat(port.toString()).endsWith(" at http://***@localhost:1/shop");
    assertThat(stack(catchThrowable(() -> port.echo("a"))))
        .contains("has a user name")
        .doesNotContain("s3cret");
  }

  private static Arguments row(
      String name, Consumer<ClientBuilder<WrappedShop>> call, String says) {
    return arguments(name, call, says);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("endpoint null", b -> b.endpoint(null), "endpoint"),
        row("soapVersion null", b -> b.soapVersion(null), "version"),
        row("connectTimeout null", b -> b.transport(t -> t.connectTimeout(null)), "connectTimeout"),
        row(
            "connectTimeout 0",
            b -> b.transport(t -> t.connectTimeout(Duration.ZERO)),
            "connectTimeout <= 0"),
        row(
            "connectTimeout absurd",
            b -> b.transport(t -> t.connectTimeout(ABSURD)),
            "connectTimeout > "),
        row(
            "readTimeout < 0",
            b -> b.transport(t -> t.readTimeout(Duration.ofMillis(-1))),
            "readTimeout <= 0"),
        row("callTimeout null", b -> b.transport(t -> t.callTimeout(null)), "timeout"),
        row(
            "callTimeout 0",
            b -> b.transport(t -> t.callTimeout(Duration.ZERO)),
            "callTimeout <= 0"),
        row("proxy null", b -> b.transport(t -> t.proxy(null, 1)), "host"),
        row(
            "proxy empty",
            b -> b.transport(t -> t.proxy("", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy blank",
            b -> b.transport(t -> t.proxy(" ", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy a b",
            b -> b.transport(t -> t.proxy("a b", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy URL",
            b -> b.transport(t -> t.proxy("http://p", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy and port",
            b -> b.transport(t -> t.proxy("p:80", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy user",
            b -> b.transport(t -> t.proxy("u:s3cret@p", 1)),
            "name or address of a proxy's host"),
        row(
            "proxy port 0",
            b -> b.transport(t -> t.proxy("p", 0)),
            "proxy port from 1 to 65535 but was 0"),
        row(
            "proxy port 65536",
            b -> b.transport(t -> t.proxy("p", 65536)),
            "proxy port from 1 to 65535"),
        row("proxy user null", b -> b.transport(t -> t.proxy("p", 1, null, "x")), "user"),
        row("proxy password null", b -> b.transport(t -> t.proxy("p", 1, "u", null)), "password"),
        row(
            "proxy user colon",
            b -> b.transport(t -> t.proxy("p", 1, "u:v", "s3cret")),
            "has a colon"),
        row("selector null", b -> b.transport(t -> t.proxySelector(null)), "selector"),
        row("basicAuth null", b -> b.basicAuth(null, "p"), "user"),
        row("basicAuth password null", b -> b.basicAuth("u", null), "password"),
        row("basicAuth colon", b -> b.basicAuth("u:v", "s3cret"), "has a colon"),
        row("header null", b -> b.header(null, "a"), "name"),
        row("header value null", b -> b.header("X-A", null), "value of X-A"),
        row("header empty", b -> b.header("", "a"), "header"),
        row("header line", b -> b.header("X-A", "s3cret\r\nX-B: 1"), "X-A"),
        row("header Content-Length", b -> b.header("Content-Length", "1"), "Content-Length"),
        row("interceptor null", b -> b.interceptor(null), "interceptor"),
        row("handlers null", b -> b.jaxws(j -> j.handlers((Handler<?>[]) null)), "handlers"),
        row("handlers of null", b -> b.jaxws(j -> j.handlers((Handler<?>) null)), "handler"),
        row("log null", b -> b.log(null), "log"),
        row("limits null", b -> b.limits(null), "limits"),
        row("tls null", b -> b.transport(t -> t.tls(null)), "factory"),
        row("trust null", b -> b.transport(t -> t.trust(null)), "store"),
        row("keys null", b -> b.transport(t -> t.keys(null, new char[0])), "store"),
        row("differential null", b -> b.differential((Differential) null), "link"),
        row("compression null", b -> b.compression((Compression) null), "options"),
        row("executor null", b -> b.executor(null), "executor"),
        row("addressing null", b -> b.addressing((AddressingFeature) null), "feature"),
        row("usernameToken null", b -> b.security(s -> s.usernameToken(null, "p")), "user"),
        row(
            "usernameToken password null",
            b -> b.security(s -> s.usernameToken("u", null)),
            "password"),
        row(
            "usernameToken type null",
            b -> b.security(s -> s.usernameToken("u", "p", null)),
            "type"),
        row("timestamp null", b -> b.security(s -> s.timestamp(null)), "ttl"),
        row("timestamp 0", b -> b.security(s -> s.timestamp(Duration.ZERO)), "ttl <= 0"),
        row("timestamp absurd", b -> b.security(s -> s.timestamp(ABSURD)), "ttl > "),
        row("transport null", b -> b.transport((Transport) null), "transport"),
        row("transport options null", b -> b.transport((HttpOptions) null), "options"),
        row("transport edit null", b -> b.transport((Consumer<HttpOptions.Builder>) null), "edit"),
        row("security null", b -> b.security((ClientSecurity) null), "options"),
        row("security edit null", b -> b.security((Consumer<ClientSecurity.Builder>) null), "edit"),
        row("messageSecurity null", b -> b.security(s -> s.messageSecurity(null)), "security"),
        row("jaxws null", b -> b.jaxws((JaxwsOptions) null), "options"),
        row("jaxws edit null", b -> b.jaxws((Consumer<JaxwsOptions.Builder>) null), "edit"),
        row("port null", b -> b.jaxws(j -> j.port(null)), "port"),
        row("handlerFileOf null", b -> b.jaxws(j -> j.handlerFileOf(null)), "annotated"),
        row("withoutEndpoint null", b -> b.jaxws(j -> j.withoutEndpoint(null)), "reason"),
        row("retrySafe null", b -> b.retrySafe(null), "operation"),
        row("retrySafe of null", b -> b.retrySafe("echo", (String) null), "operation"),
        row("readOnly null", b -> b.readOnly(null), "operation"),
        row("readOnly of null", b -> b.readOnly("echo", (String) null), "operation"),
        row("codecMode null", b -> b.codecMode(null), "mode"),
        row("templates null", b -> b.templates(null), "templates"),
        row("cache policy null", b -> b.cache((CachePolicy) null), "policy"),
        row("cache null", b -> b.cache((ResponseCache) null), "cache"),
        row("cacheRequests 0", b -> b.cacheRequests(0), "maxBytes <= 0: 0"),
        row("cacheRequests null", b -> b.cacheRequests(1, null), "lifetime"),
        row("cacheRequests never", b -> b.cacheRequests(1, Duration.ZERO), "lifetime <= 0"),
        row("mtom < 0", b -> b.mtom(-1), "thresholdBytes < 0: -1"),
        row("mtom null", b -> b.mtom((MTOMFeature) null), "feature"),
        row("attachments null", b -> b.attachments(null), "options"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(
      String name, Consumer<ClientBuilder<WrappedShop>> call, String says) {
    Throwable thrown = catchThrowable(() -> call.accept(client()));

    assertThat(thrown).hasMessageContaining(says);
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
    assertThat(stack(thrown)).doesNotContain("s3cret");
  }

  static Stream<Arguments> refusedOfTheDoor() {
    WrappedShop port = client().endpoint("http://localhost:1/").build();
    return Stream.of(
        arguments("sei", (Runnable) () -> Castile.client(null)),
        arguments("type", (Runnable) () -> Castile.dispatch((Class<Source>) null)),
        arguments("binding", (Runnable) () -> Castile.dispatch((JAXBContext) null)),
        arguments("mode", (Runnable) () -> Castile.dispatch(Source.class).mode(null)),
        arguments("port", (Runnable) () -> Castile.templates(null)),
        arguments("port", (Runnable) () -> Castile.cache(null)),
        arguments("port", (Runnable) () -> Castile.keptRequests(null)),
        arguments("port", (Runnable) () -> Castile.cached(null, CachePolicy.NOTHING)),
        arguments("policy", (Runnable) () -> Castile.cached(port, (CachePolicy) null)),
        arguments("cache", (Runnable) () -> Castile.cached(port, (ResponseCache) null)));
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("refusedOfTheDoor")
  void nullIsNamedByTheFrontDoor(String what, Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(what);
  }

  @Test
  void aClassIsNoInterfaceOfAService() {
    assertThatThrownBy(() -> Castile.client(String.class).endpoint("http://localhost:1/").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String");
  }
}
