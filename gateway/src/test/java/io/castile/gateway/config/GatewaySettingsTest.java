package io.castile.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.PolicyException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GatewaySettingsTest {
  private static final Path FOLDER = Path.of("conf");

  private static GatewaySettings parse(String yaml) {
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), FOLDER);
  }

  @Test
  void allWordsAreRead() {
    GatewaySettings config =
        parse(
            """
            listen: 0.0.0.0:8081
            tls: {certificate: gateway.pem, key: gateway.key, clients: optional, trust: clients.pem}
            policy: cache.yaml
            cacheBytes: 512MiB
            store: redis://r1
            trustedProxies: [10.0.0.0/8, "::1"]
            accessLog: access.log
            link: true
            proxyProtocol: true
            warmUp: true
            routes:
              - path: /stocks
                origins: [http://a:8080/app, https://b]
                service: StockService
                tls: {trust: ca.pem, certificate: c.pem, key: c.key}
                link: true
                health: {path: /up?deep, every: 3s, timeout: 500ms, fails: 4, passes: 1}
              - origin: http://c
                host: legacy.example.org
                preserveHost: true
              - {origin: http://d, host: "*.example.org", path: /v, pathPattern: "/v/[0-9]+", http2: true}
              - path: /w
                origins: [{address: http://e, weight: 3}, http://f]
                balance: {sticky: {cookie: S}}
                passTags: true
                health: {path: /, body: ping.xml, soapAction: "urn:ping", expect: "{urn:q}pong"}
                canary: {origins: [http://g], share: 2.5%, field: X-V, value: next, shared: true}
            limits: {connections: 1, requests: 2, waiting: 3, headerBytes: 4KiB, requestBytes: 5GiB, inspectedBytes: 6, originConnections: 7}
            timeouts: {connect: 1s, response: 2s, request: 3s, idle: 4s, originIdle: 5s, drain: 6s}
            """);

    assertThat(config.listeners())
        .containsExactly(
            new ListenerConfig(
                new ListenAddress("0.0.0.0", 8081),
                new ListenerTls(
                    FOLDER.resolve("gateway.pem"),
                    FOLDER.resolve("gateway.key"),
                    ListenerTls.Clients.OPTIONAL,
                    FOLDER.resolve("clients.pem")),
                true,
                true));
    assertThat(config.policy()).isEqualTo(FOLDER.resolve("cache.yaml"));
    assertThat(config.cacheBytes()).isEqualTo(512L << 20);
    assertThat(config.store()).isEqualTo("redis://r1");
    assertThat(config.cacheFile()).isNull();
    assertThat(config.trustedProxies()).hasToString("[10.0.0.0/8, ::1]");
    assertThat(config.accessLog()).isEqualTo(AccessLogConfig.of(FOLDER.resolve("access.log")));
    assertThat(config.link()).isTrue();
    assertThat(config.warmUp()).isTrue();
    assertThat(config.storeKeyFile()).isNull();
    assertThat(config.routes())
        .containsExactly(
            new RouteConfig(
                "/stocks",
                null,
                java.util.List.of(URI.create("http://a:8080/app"), URI.create("https://b")),
                "StockService",
                false,
                new OriginTls(
                    FOLDER.resolve("ca.pem"), FOLDER.resolve("c.pem"), FOLDER.resolve("c.key")),
                true,
                new HealthCheck("/up?deep", Duration.ofSeconds(3), Duration.ofMillis(500), 4, 1)),
            new RouteConfig(
                "/",
                "legacy.example.org",
                java.util.List.of(URI.create("http://c")),
                "",
                true,
                OriginTls.DEFAULT,
                false,
                null),
            new RouteConfig(
                "/v",
                PathPattern.parse("/v/[0-9]+"),
                HostPattern.parse("*.example.org"),
                List.of(URI.create("http://d")),
                Balance.BY_TURNS,
                null,
                "",
                false,
                OriginTls.DEFAULT,
                true,
                false,
                null,
                false,
                null,
                null,
                EdgeRules.NONE),
            new RouteConfig(
                "/w",
                null,
                null,
                List.of(URI.create("http://e"), URI.create("http://f")),
                new Balance(Balance.Choice.STICKY, null, "S", List.of(3, 1)),
                new Canary(List.of(URI.create("http://g")), List.of(), 250, "X-V", "next", true),
                "",
                false,
                OriginTls.DEFAULT,
                false,
                false,
                new HealthCheck(
                    "/",
                    HealthCheck.DEFAULT_EVERY,
                    HealthCheck.DEFAULT_TIMEOUT,
                    2,
                    2,
                    new HealthQuestion(FOLDER.resolve("ping.xml"), "urn:ping", "{urn:q}pong")),
                true,
                null,
                null,
                EdgeRules.NONE));
    assertThat(config.limits()).isEqualTo(new Limits(1, 2, 3, 4096, 5L << 30, 6, 7));
    assertThat(config.timeouts())
        .isEqualTo(
            new Timeouts(
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                Duration.ofSeconds(4),
                Duration.ofSeconds(5),
                Duration.ofSeconds(6)));
  }

  @Test
  void thereMayBeSeveralListeners() {
    String routes = "routes: [{origin: http://a}]\ntrustedProxies: [10.0.0.0/8]\n";

    GatewaySettings config =
        parse(
            routes
                + """
                listeners:
                  - listen: 8080
                  - listen: 0.0.0.0:8443
                    tls: {certificate: c, key: k}
                    http2: false
                    proxyProtocol: true
                """);

    ListenerTls tls =
        new ListenerTls(FOLDER.resolve("c"), FOLDER.resolve("k"), ListenerTls.Clients.NONE, null);
    assertThat(config.listeners())
        .containsExactly(
            ListenerConfig.of(new ListenAddress("127.0.0.1", 8080)),
            new ListenerConfig(new ListenAddress("0.0.0.0", 8443), tls, false, true));
    assertThatThrownBy(() -> config.withListen(new ListenAddress("a", 1)))
        .hasMessage(
            "Cannot give the address a:1 to 2 listeners. Set 'listen' of each in the"
                + " configuration.");
  }

  @Test
  void anAdminListenerNeedsATokenBeyondLoopback() {
    String routes = "listen: 8080\nroutes: [{origin: http://a}]\n";

    assertThat(parse(routes + "admin: {listen: 9090}\n").admin())
        .isEqualTo(new AdminConfig(new ListenAddress("127.0.0.1", 9090), null, null, List.of()));
    assertThat(
            parse(routes + "admin: {listen: 0.0.0.0:9, tokenFile: t, hosts: [admin.test]}\n")
                .admin())
        .isEqualTo(
            new AdminConfig(
                new ListenAddress("0.0.0.0", 9), FOLDER.resolve("t"), null, List.of("admin.test")));
    assertThat(parse(routes + "admin: {listen: 0.0.0.0:9, tokens: t, auditLog: a.log}\n").admin())
        .isEqualTo(
            new AdminConfig(
                new ListenAddress("0.0.0.0", 9),
                null,
                FOLDER.resolve("t"),
                null,
                List.of(),
                FOLDER.resolve("a.log")));
    assertThatThrownBy(() -> parse(routes + "admin: {listen: 0.0.0.0:9}\n"))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("g.yaml:3:8: Cannot open the admin listener");
  }

  @Test
  void thePolicyMayBeThatOfTheStore() {
    String routes = "listen: 8080\nroutes: [{origin: http://a}]\n";

    GatewaySettings config = parse(routes + "store: redis://r1\npolicy: store\n");

    assertThat(config.policyOfStore()).isTrue();
    assertThat(config.policy()).isNull();
    assertThat(config.withPolicy(Path.of("p")).policyOfStore()).isFalse();
    assertThat(parse(routes + "policy: ./store\n").policy()).isEqualTo(FOLDER.resolve("./store"));
    assertThatThrownBy(() -> parse(routes + "policy: store\n"))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("g.yaml:1:1: Cannot use 'policy: store' without 'store'. Set it.");
  }

  @Test
  void aHealthCheckNeedsAPathOnly() {
    GatewaySettings config =
        parse("listen: 8080\nroutes: [{origin: http://a, health: {path: /up}}]\n");

    assertThat(config.routes().get(0).health())
        .isEqualTo(new HealthCheck("/up", Duration.ofSeconds(5), Duration.ofSeconds(2), 2, 2));
  }

  @Test
  void whatIsNotSaidHasDefaults() {
    GatewaySettings config = parse("listen: 8080\nroutes: [{origin: http://a}]\n");

    assertThat(config)
        .isEqualTo(
            GatewaySettings.of(new ListenAddress("127.0.0.1", 8080), URI.create("http://a")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listen: 8080 | 1:1 | 'routes', found none",
        "listen: 8080\\nroutes: [] | 1:1 | one route or more",
        "listen: nowhere\\nroutes: [{origin: http://a}] | 1:9 | expected HOST:PORT",
        "listen: 99999\\nroutes: [{origin: http://a}] | 1:9 | from 0 to 65535",
        "listen: 1\\nroutes: [{origin: ftp://a}] | 2:19 | the address of an origin",
        "listen: 1\\nroutes: [{origin: http://u:p@a}] | 2:19 | the address of an origin",
        "listen: 1\\nroutes: [{}] | 2:10 | one origin or more",
        "listen: 1\\nroutes: [{path: a, origin: http://a}] | 2:10 | begins with '/'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, origins: [http://b]}] | 2:10 | Cannot use 'origin' and"
            + " 'origins'",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "limits: {requests: 0} | 3:20 | but found 0 (limits.requests)",
        "listen: 1\\nroutes: [{origin: http://a}]\\nlimits: {request: 1} | 3:10 | requests",
        "listen: 1\\nroutes: [{origin: http://a}]\\ntimeouts: {idle: soon} | 3:18 | a duration",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "timeouts: {idle: 0s} | 3:18 | but found '0s' (timeouts.idle)",
        "listen: 1\\n"
            + "routes: [{origin: http://a, service: {urn:a}S}] | 2:45 | in quotes: '{urn:a}S'",
        "listen: 1\\nroutes: [{origin: http://a}]\\ntrustedProxies: [local] | 3:18 | 10.0.0.0/8",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "cacheBytes: 0 | 3:13 | but found 0 (cacheBytes)",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "tls: {certificate: a} | 3:6 | 'key', found none",
        "listen: 1\\nroutes: [{origin: http://a, link: yes}] | 2:35 | expected true or false",
        "listen: 1\\n"
            + "routes: [{origin: http://a, http2: h2c}] | 2:36 | expected true or false but found"
            + " 'h2c'",
        "listen: 1\\nhttp2: off\\nroutes: [{origin: http://a}] | 2:8 | expected true or false",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "storeKeyFile: k | 1:1 | Cannot use 'storeKeyFile' without a store.",
        "listen: 1\\n"
            + "routes: [{origin: http://a}]\\n"
            + "store: redis://r\\n"
            + "cacheFile: c | 1:1 | 'cacheFile' with a store",
        "listen: 1\\nlink: far\\nroutes: [{origin: http://a}] | 2:7 | expected true or false",
        "listen: 1\\nroutes: [{origin: http://a, health: {}}] | 2:37 | 'path', found none",
        "listen: 1\\nroutes: [{origin: http://a, health: {path: up}}] | 2:37 | begins with '/'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, health: {path: /, fails: 0}}] | 2:54 | (health.fails)",
        "listen: 1\\nroutes: [{origin: http://a, health: {path: /, every: 1}}] | 2:54 | a duration",
        "listen: 1\\nroutes: [{origin: http://a, health: {path: /, each: 1s}}] | 2:47 | each",
        "listen: 1\\nwarmUp: 3s\\nroutes: [{origin: http://a}] | 2:9 | expected true or false",
        "listen: 1\\nhealthPath: up\\nroutes: [{origin: http://a}] | 2:13 | begins with '/'",
        "listen: 1\\nreadyPath: /a?b\\nroutes: [{origin: http://a}] | 2:12 | without a query",
        "listen: 1\\nreadyPath: /a/../b\\nroutes: [{origin: http://a}] | 2:12 | in its normal form",
        "listen: 1\\n"
            + "readyPath: /a\\n"
            + "healthPath: /a\\n"
            + "routes: [{origin: http://a}] | 1:1 | two paths",
        "listen: 1\\nroutes: [{origin: http://a, host: a:80}] | 2:35 | a host without its port",
        "listen: 1\\nroutes: [{origin: http://a, host: 'a.*'}] | 2:35 | found 'a.*'",
        "listen: 1\\nroutes: [{origin: http://a, pathPattern: /(}] | 2:42 | (RE2) but found '/('",
        "listen: 1\\nroutes: [{origins: [{address: http://a, weight: 0}]}] | 2:49 | from 1 to 100",
        "listen: 1\\nroutes: [{origins: [{weight: 1}]}] | 2:21 | 'address', found none",
        "listen: 1\\nroutes: [{origin: http://a, balance: sticky}] | 2:38 | found 'sticky'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, balance: {sticky: {}}}] | 2:47 | 'field' or 'cookie'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, balance: {sticky: {cookie: a b}}}] | 2:56 | of a cookie",
        "listen: 1\\nroutes: [{origin: http://a, canary: {share: 1%}}] | 2:37 | one origin or more",
        "listen: 1\\n"
            + "routes: [{origin: http://a, canary: {origin: http://b}}] | 2:37 | a 'share' above"
            + " 0%",
        "listen: 1\\n"
            + "routes: [{origin: http://a, canary: {origin: http://b, share: 101%}}] | 2:63 | as"
            + " 5%",
        "listen: 1\\n"
            + "routes: [{origin: http://a, canary: {origin: http://b, share: 5}}] | 2:63 | as 5%",
        "listen: 1\\n"
            + "routes: [{origin: http://a, canary: {origin: http://b, field: X}}] | 2:37 | both"
            + " 'field' and 'value'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, health: {path: /, expect: a}}] | 2:37 | without"
            + " 'body'",
        "listen: 1\\n"
            + "routes: [{origin: http://a, health: {path: /, body: b, expect: a:b}}]"
            + " | 2:37 | the name of an element",
        "listen: 1\\n"
            + "accessLog: {format: json}\\n"
            + "routes: [{origin: http://a}] | 2:12 | expected 'file', found none",
        "listen: 1\\n"
            + "accessLog: {file: f, format: xml}\\n"
            + "routes: [{origin: http://a}] | 2:30 | text or json",
        "listen: 1\\n"
            + "accessLog: {file: f, fields: [query]}\\n"
            + "routes: [{origin: http://a}] | 2:31 | expected one of time, client",
        "listen: 1\\n"
            + "accessLog: {file: f, fields: ['header:a b']}\\n"
            + "routes: [{origin: http://a}] | 2:31 | the name of a header field",
        "listen: 1\\n"
            + "accessLog: {file: f, fields: ['header:Cookie']}\\n"
            + "routes: [{origin: http://a}] | 2:31 | has no secret",
        "listen: 1\\n"
            + "accessLog: {file: f, fields: [path, path]}\\n"
            + "routes: [{origin: http://a}] | 2:12 | Cannot log the field path twice",
        "listen: 1\\n"
            + "accessLog: {file: f, fields: []}\\n"
            + "routes: [{origin: http://a}] | 2:12 | without fields",
        "listen: 1\\n"
            + "proxyProtocol: true\\n"
            + "routes: [{origin: http://a}] | 1:1 | without 'trustedProxies'",
        "routes: [{origin: http://a}] | 1:1 | 'listen', found none",
        "listeners: []\\nroutes: [{origin: http://a}] | 1:1 | one listener or more",
        "listeners: [{tls: {}}]\\nroutes: [{origin: http://a}] | 1:13 | 'listen', found none",
        "listeners: [1]\\nroutes: [{origin: http://a}] | 1:13 | a listener",
        "listeners: [{listen: 1}, {listen: 1}]\\n"
            + "routes: [{origin: http://a}] | 1:1 | Cannot open two listeners at 127.0.0.1:1.",
        "listeners: [{listen: 1}]\\n"
            + "listen: 2\\n"
            + "routes: [{origin: http://a}] | 1:1 | Cannot use 'listeners' and 'listen' together.",
        "listeners: [{listen: 1}]\\n"
            + "http2: true\\n"
            + "routes: [{origin: http://a}] | 1:1 | Cannot use 'listeners' and 'http2' together.",
        "listeners: [{listen: 1, proxyProtocol: true}]\\n"
            + "routes: [{origin: http://a}] | 1:1 | without 'trustedProxies'",
        "listen: 1\\nroutes: {origin: http://a} | 2:9 | a list of routes"
      })
  void whatIsWrongIsSaidWithItsPlace(String yaml, String place, String words) {
    assertThatThrownBy(() -> parse(yaml.replace("\\n", "\n")))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("g.yaml:" + place + ": ")
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls: {certificate: none.pem, key: g.yaml} | 3:20",
        "tls: {certificate: g.yaml, key: none.pem} | 3:33",
        "admin: {listen: 1, tokenFile: none.pem} | 3:31",
        "admin: {listen: 1, tokens: none.pem} | 3:28",
        "store: redis://r\\nstoreKeyFile: none.pem | 4:15"
      })
  void aFileThatIsMissingIsSaidWithThePlaceThatNamesIt(
      String yaml, String place, @TempDir Path conf) throws Exception {
    Path file = conf.resolve("g.yaml");
    Files.writeString(
        file, "listen: 1\nroutes: [{origin: http://a}]\n" + yaml.replace("\\n", "\n"));

    assertThatThrownBy(() -> GatewaySettings.load(file))
        .isInstanceOf(PolicyException.class)
        .hasMessage(
            file
                + ":"
                + place
                + ": expected a file at "
                + conf.resolve("none.pem")
                + ", found none");
  }

  @Property
  void anyTextIsAConfigurationOrRefusedWithItsPlace(@ForAll String text) {
    try {
      parse(text);
    } catch (PolicyException e) {
      assertThat(e.line()).isPositive();
    }
  }

  @Test
  void rangesContainTheAddressesThatBeginAlike() throws Exception {
    AddressRange range = AddressRange.parse("10.1.128.0/17");

    assertThat(range.contains(InetAddress.getByName("10.1.200.1"))).isTrue();
    assertThat(range.contains(InetAddress.getByName("10.1.127.1"))).isFalse();
    assertThat(range.contains(InetAddress.getByName("::1"))).isFalse();
    assertThat(AddressRange.parse("::1").contains(InetAddress.getByName("::1"))).isTrue();
    assertThat(AddressRange.parse("0.0.0.0/0").contains(InetAddress.getByName("1.2.3.4"))).isTrue();
  }
}
