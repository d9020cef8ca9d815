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
import io.castile.shop.WrappedShopService;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.security.ServerSecurity;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that a server's builder does not take: each is refused by the method that it is given. */
class ServerMisuseTest {
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "shop",
        "/*",
        "/{id}",
        "/shop/*",
        "//",
        "//shop",
        "/a//b",
        "/a%",
        "/a%20b",
        "/a b",
        "/a?wsdl",
        "/a#b",
        "/a;v=1",
        "/a\\b",
        "/a\nb",
        "/.",
        "/a/../b",
        "http://localhost/shop",
        "*.soap",
      })
  void aPathThatNoRequestCanHaveIsRefused(String path) {
    assertThatThrownBy(() -> Castile.server().publish(path, new WrappedShopService()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected")
        .hasMessageContaining("path")
        .hasMessageContaining("'" + path + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/shop/", "/größe", "/a.b~c", "/a+b", "/a&b=c"})
  void aPathThatRequestsCanHaveIsServedUnderItsAddress(String path) {
    try (SoapServer server =
        Castile.server().host("localhost").publish(path, new WrappedShopService()).start()) {
      WrappedShop port = Castile.client(WrappedShop.class).endpoint(server.url(path)).build();

      assertThat(port.add(1, 2)).isEqualTo(3);
    }
  }

  @Test
  void aClassIsNoService() {
    assertThatThrownBy(() -> Castile.server().publish("/shop", WrappedShopService.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("publish(\"/shop\", new WrappedShopService(…))");
  }

  private static Arguments row(String name, Consumer<ServerBuilder> call, String says) {
    return arguments(name, call, says);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("port -1", b -> b.port(-1), "expected a port from 0 to 65535 but was -1"),
        row("port 99999", b -> b.port(99_999), "expected a port from 0 to 65535 but was 99999"),
        row("host null", b -> b.host(null), "host"),
        row("host empty", b -> b.host(""), "expected the name or address of a host"),
        row("host blank", b -> b.host(" "), "expected the name or address of a host"),
        row("host a b", b -> b.host("a b"), "expected the name or address of a host"),
        row("host URL", b -> b.host("http://localhost"), "expected the name or address of a host"),
        row("host and port", b -> b.host("localhost:80"), "expected the name or address of a host"),
        row("publish null", b -> b.publish(null, ""), "path"),
        row("publish service null", b -> b.publish("/a", null), "service"),
        row("interceptor null", b -> b.interceptor(null), "interceptor"),
        row("handlers null", b -> b.jaxws(j -> j.handlers((Handler<?>[]) null)), "handlers"),
        row("handlers of null", b -> b.jaxws(j -> j.handlers((Handler<?>) null)), "handler"),
        row("roles null", b -> b.roles(null), "role"),
        row("roles of null", b -> b.roles("a", (String) null), "role"),
        row("roles empty", b -> b.roles(""), "expected the URI of a role"),
        row("log null", b -> b.log(null), "log"),
        row("idleTimeout null", b -> b.transport(t -> t.idleTimeout(null)), "idleTimeout"),
        row(
            "idleTimeout 0",
            b -> b.transport(t -> t.idleTimeout(Duration.ZERO)),
            "idleTimeout <= 0"),
        row("idleTimeout absurd", b -> b.transport(t -> t.idleTimeout(ABSURD)), "idleTimeout > "),
        row("requestTimeout null", b -> b.transport(t -> t.requestTimeout(null)), "requestTimeout"),
        row(
            "requestTimeout < 0",
            b -> b.transport(t -> t.requestTimeout(ABSURD.negated())),
            "requestTimeout <= 0"),
        row("codecMode null", b -> b.codecMode(null), "mode"),
        row("limits null", b -> b.limits(null), "limits"),
        row("templates null", b -> b.templates(null), "templates"),
        row("readOnly null", b -> b.readOnly(null), "operation"),
        row("readOnly of null", b -> b.readOnly("echo", (String) null), "operation"),
        row("cache policy null", b -> b.cache((CachePolicy) null), "policy"),
        row("cache null", b -> b.cache((ResponseCache) null), "cache"),
        row("differential null", b -> b.differential((Differential) null), "link"),
        row("compression null", b -> b.compression((Compression) null), "options"),
        row("addressing null", b -> b.addressing((AddressingFeature) null), "feature"),
        row("usernameTokens null", b -> b.security(s -> s.usernameTokens(null)), "validator"),
        row("security null", b -> b.security((ServerSecurity) null), "options"),
        row("security edit null", b -> b.security((Consumer<ServerSecurity.Builder>) null), "edit"),
        row("transport null", b -> b.transport((HttpServerOptions) null), "options"),
        row(
            "transport edit null",
            b -> b.transport((Consumer<HttpServerOptions.Builder>) null),
            "edit"),
        row("jaxws null", b -> b.jaxws((JaxwsServerOptions) null), "options"),
        row("jaxws edit null", b -> b.jaxws((Consumer<JaxwsServerOptions.Builder>) null), "edit"),
        row("mtom < 0", b -> b.mtom(-1), "thresholdBytes < 0: -1"),
        row("mtom null", b -> b.mtom((MTOMFeature) null), "feature"),
        row("attachments null", b -> b.attachments(null), "options"),
        row("maxThreads 0", b -> b.transport(t -> t.maxThreads(0)), "maxThreads < 1: 0"),
        row(
            "maxThreads absurd",
            b -> b.transport(t -> t.maxThreads(Integer.MAX_VALUE)),
            "maxThreads > "),
        row("maxQueued -1", b -> b.transport(t -> t.maxQueued(-1)), "maxQueued < 0: -1"),
        row(
            "maxHeader 0",
            b -> b.transport(t -> t.maxHeaderBytes(0).maxHeaderFields(1)),
            "maxHeaderBytes < "),
        row(
            "maxHeader no field",
            b -> b.transport(t -> t.maxHeaderBytes(1024).maxHeaderFields(0)),
            "maxHeaderFields < "),
        row(
            "minBytesPerSecond -1",
            b -> b.transport(t -> t.minBytesPerSecond(-1)),
            "minBytesPerSecond < 0: -1"),
        row("tls null", b -> b.transport(t -> t.tls(null)), "context"),
        row("mutualTls null", b -> b.transport(t -> t.mutualTls(null)), "context"),
        row("drain null", b -> b.transport(t -> t.drain(null)), "time"),
        row("drain < 0", b -> b.transport(t -> t.drain(Duration.ofMillis(-1))), "time < 0: "));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(
      String name, Consumer<ServerBuilder> call, String says) {
    Throwable thrown = catchThrowable(() -> call.accept(Castile.server()));

    assertThat(thrown).hasMessageContaining(says);
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  @Test
  void aServerWithoutAServiceIsNotStarted() {
    assertThatThrownBy(() -> Castile.server().start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Call publish(path, service)");
  }

  static Stream<Arguments> optionsOfTokens() {
    return Stream.of(
        row("tokenRequired", b -> b.security(s -> s.tokenRequired(true)), ""),
        row("timestampRequired", b -> b.security(s -> s.timestampRequired(true)), ""),
        row("clockSkew", b -> b.security(s -> s.clockSkew(Duration.ofMinutes(1))), ""),
        row("maxAge", b -> b.security(s -> s.maxAge(Duration.ofMinutes(1))), ""),
        row(
            "a value without the validator of an edit before",
            b ->
                b.security(s -> s.usernameTokens(user -> null))
                    .security(ServerSecurity.builder().maxNonces(10).build()),
            ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("optionsOfTokens")
  void aServerThatAsksForTokensAndChecksNoneIsNotStarted(
      String name, Consumer<ServerBuilder> call, String unused) {
    ServerBuilder server = Castile.server().publish("/shop", new WrappedShopService());
    call.accept(server);

    assertThatThrownBy(server::mount)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Call security(s -> s.usernameTokens(validator))");
  }

  @Test
  void optionsOfTokensMayComeBeforeTheirValidator() {
    Castile.server()
        .publish("/shop", new WrappedShopService())
        .security(s -> s.timestampRequired(true))
        .security(s -> s.usernameTokens(user -> null))
        .mount()
        .close();
  }

  @Test
  void drainingMayBeAskedForWithoutEnd() {
    SoapServer server =
        Castile.server()
            .host("localhost")
            .transport(t -> t.drain(ABSURD))
            .publish("/shop", new WrappedShopService())
            .start();
    assertThat(Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build().add(1, 2))
        .isEqualTo(3);

    assertThatThrownBy(() -> server.close(null)).hasMessage("time");
    server.close();
  }
}
