package io.castile.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.PolicyException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a route asks of requests before they go on, as it is configured. */
final class EdgeConfigTest {
  private static EdgeRules parse(String words) {
    String yaml = "listen: 1\nroutes:\n- origin: http://a\n  " + words + "\n";
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("conf"))
        .routes()
        .get(0)
        .edge();
  }

  @Test
  void allWordsOfLimitsAreRead() {
    RouteLimits limits =
        parse(
                "limits: {rate: 200/s, burst: 400, requests: 100,"
                    + " perAddress: {rate: 30/m}, perField: {name: X-Tenant, requests: 4}}")
            .limits();

    RequestRate rate = new RequestRate(200, Duration.ofSeconds(1));
    assertThat(limits.all()).isEqualTo(new RateLimit(rate, 400, 100));
    assertThat(limits.perAddress())
        .isEqualTo(new RateLimit(RequestRate.parse("30/m"), 1, RateLimit.UNLIMITED));
    assertThat(limits.perCertificate()).isNull();
    assertThat(limits.field()).isEqualTo("X-Tenant");
    assertThat(limits.perField()).isEqualTo(new RateLimit(null, 1, 4));
  }

  @Test
  void allWordsOfAccessAreRead() {
    AccessConfig access =
        parse(
                "access: {addresses: {allow: [10.0.0.0/8], deny: ['::1']},"
                    + " basic: {users: u, realm: r, forward: false},"
                    + " keys: {file: k, field: X-Key, forward: false, shared: true}}")
            .access();

    assertThat(access.addresses().allow()).hasToString("[10.0.0.0/8]");
    assertThat(access.addresses().deny()).hasToString("[::1]");
    assertThat(access.basic()).isEqualTo(new BasicAccess(Path.of("conf/u"), "r", Passing.REMOVED));
    assertThat(access.keys())
        .isEqualTo(new KeyAccess(Path.of("conf/k"), "X-Key", Passing.REMOVED_AND_SHARED));
  }

  @Test
  void allWordsOfTokensAreRead() {
    JwtAccess all =
        parse(
                "access: {jwt: {jwks: 'https://i.example/keys?a=b', issuer: 'https://i', audience:"
                    + " a, claims: {scope: read, level: 3}, leeway: 5s, realm: r, forward: false,"
                    + " shared: true}}")
            .access()
            .jwt();
    JwtAccess least = parse("access: {jwt: {jwks: k.json, issuer: i, audience: a}}").access().jwt();

    assertThat(all)
        .isEqualTo(
            new JwtAccess(
                new JwkSetPlace(URI.create("https://i.example/keys?a=b"), null),
                "https://i",
                "a",
                Map.of("scope", "read", "level", "3"),
                Duration.ofSeconds(5),
                "r",
                Passing.REMOVED_AND_SHARED));
    assertThat(least)
        .isEqualTo(
            new JwtAccess(
                JwkSetPlace.ofFile(Path.of("conf/k.json")),
                "i",
                "a",
                Map.of(),
                Duration.ofSeconds(60),
                "castile",
                Passing.FORWARDED));
  }

  /** What is made of the text of a configuration is the same in every process. */
  @Test
  void claimsHaveOneOrder() {
    JwtAccess access =
        parse(
                "access: {jwt: {jwks: k, issuer: i, audience: a,"
                    + " claims: {d: 1, b: 2, f: 3, a: 4, e: 5, c: 6}}}")
            .access()
            .jwt();

    assertThat(access.claims().keySet()).containsExactly("a", "b", "c", "d", "e", "f");
    assertThat(access.toString()).contains("{a=4, b=2, c=6, d=1, e=5, f=3}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "access: {jwt: {jwks: 'http://u:secret@a/', issuer: i, audience: a}}",
        "access: {jwt: {jwks: 'http://u:secret@a b/', issuer: i, audience: a}}",
        "canary: {origin: 'http://u:secret@a/', share: 1%}",
        "canary: {origin: 'http://u:sec@secret@a b', share: 1%}",
      })
  void aPasswordInAnAddressIsNotSaid(String words) {
    assertThatThrownBy(() -> parse(words))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("'http://***@a")
        .hasMessageNotContaining("sec");
  }

  @Test
  void allWordsOfFieldsAreRead() {
    RouteFields fields =
        parse(
                "fields: {request: {set: {X-A: 'a b'}, remove: [X-B]},"
                    + " response: {remove: [Server]}}")
            .fields();

    assertThat(fields.request()).isEqualTo(new FieldEdits(Map.of("X-A", "a b"), List.of("X-B")));
    assertThat(fields.response()).isEqualTo(new FieldEdits(Map.of(), List.of("Server")));
  }

  @Test
  void aFieldThatAccessAsksForIsNotChanged() {
    assertThatThrownBy(
            () -> parse("access: {keys: {file: k}}\n  fields: {request: {remove: [x-api-key]}}"))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("g.yaml:5:11: ")
        .hasMessageContaining("Set 'forward: false' to remove it.");
    assertThatThrownBy(
            () ->
                parse(
                    "access: {jwt: {jwks: k, issuer: i, audience: a}}\n"
                        + "  fields: {request: {set: {authorization: b}}}"))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("g.yaml:5:11: ");
  }

  @Test
  void whatIsNotSaidIsNotAsked() {
    assertThat(parse("service: S")).isEqualTo(EdgeRules.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {rate: fast} | 4:18 | a rate such as 20/s",
        "limits: {rate: 0/s} | 4:18 | 1 to 1000000 requests",
        "limits: {rate: 1/d} | 4:18 | a rate such as 20/s",
        "limits: {burst: 3} | 4:11 | 'burst' without 'rate'",
        "limits: {rate: 1/s, burst: 0} | 4:30 | (limits.burst)",
        "limits: {requests: -1} | 4:22 | (limits.requests)",
        "limits: {connections: 3} | 4:12 | connections",
        "limits: {perAddress: {}} | 4:24 | Set 'rate' or 'requests'",
        "limits: {perAddress: {rate: 1/s, burst: 0}} | 4:43 | (limits.perAddress.burst)",
        "limits: {perAddress: 3} | 4:24 | a limit",
        "limits: {perField: {rate: 1/s}} | 4:22 | expected 'name', found none",
        "limits: {perField: {name: 'a b', rate: 1/s}} | 4:29 | the name of a header field",
        "limits: {perCertificate: {rate: 1/s}} | 4:28 | Set 'clients' in its 'tls'.",
        "fields: {request: {}} | 4:21 | in 'set' or 'remove'",
        "fields: {request: {set: {Host: a}}} | 4:28 | from end to end",
        "fields: {request: {set: {a: 1, A: 2}}} | 4:34 | the field A twice",
        "fields: {response: {set: {'': a}}} | 4:29 | the name of a header field",
        "fields: {response: {remove: [Connection]}} | 4:32 | from end to end",
        "fields: {response: {remove: [transfer-encoding]}} | 4:32 | from end to end",
        "fields: {response: {set: {Content-Length: 3}}} | 4:29 | from end to end",
        "fields: {response: {set: {X: \"a\\r\\nSet-Cookie: b\"}}} | 4:32 | the value of a field",
        "fields: {response: {set: {X: ' a'}}} | 4:32 | the value of a field",
        "fields: {response: {set: {X: é}}} | 4:32 | the value of a field",
        "fields: {request: {set: {Accept: }}} | 4:35 | the value of a field",
        "access: {} | 4:11 | 'addresses', 'basic', 'keys' or 'jwt'",
        "access: open | 4:11 | the callers that may call",
        "access: {addresses: {}} | 4:23 | addresses in 'allow' or 'deny'",
        "access: {addresses: {allow: [cafe]}} | 4:32 | an address or a range",
        "access: {basic: {}} | 4:19 | expected 'users', found none",
        "access: {basic: {users: u, realm: 'a\"b'}} | 4:19 | a realm",
        "access: {basic: {users: u, shared: true}} | 4:19 | without 'forward: false'",
        "access: {keys: {file: k, field: Host}} | 4:35 | a field of callers' own",
        "access: {keys: {file: k, field: Authorization}} | 4:35 | a field of callers' own",
        "access: {keys: {field: X-Key}} | 4:18 | expected 'file', found none",
        "access: {jwt: {issuer: i, audience: a}} | 4:17 | expected 'jwks', found none",
        "access: {jwt: {jwks: k, audience: a}} | 4:17 | expected 'issuer', found none",
        "access: {jwt: {jwks: k, issuer: i}} | 4:17 | expected 'audience', found none",
        "access: {jwt: {jwks: 'ftp://a/k', issuer: i, audience: a}} | 4:24 | http or https",
        "access: {jwt: {jwks: 'http://', issuer: i, audience: a}} | 4:24 | an address",
        "access: {jwt: {jwks: 'http://u:p@a/', issuer: i, audience: a}} | 4:24 | without user",
        "access: {jwt: {jwks: k, issuer: 'a b', audience: a}} | 4:17 | an issuer",
        "access: {jwt: {jwks: k, issuer: i, audience: ' '}} | 4:17 | an audience",
        "access: {jwt: {jwks: k, issuer: i, audience: a, leeway: 2h}} | 4:17 | a leeway",
        "access: {jwt: {jwks: k, issuer: i, audience: a, leeway: x}} | 4:59 | a duration",
        "access: {jwt: {jwks: k, issuer: i, audience: a, claims: 3}} | 4:59 | claims and values",
        "access: {jwt: {jwks: k, issuer: i, audience: a, claims: {b: []}}} | 4:63 | of a claim",
        "access: {jwt: {jwks: k, issuer: i, audience: a, realm: 'a\"b'}} | 4:17 | a realm",
        "access: {jwt: {jwks: k, issuer: i, audience: a, shared: true}} | 4:17 | 'forward: false'",
        "access: {jwt: {jwks: k, issuer: i, audience: a, secret: s}} | 4:51 | secret",
      })
  void whatIsWrongIsSaidWithItsPlace(String words, String place, String problem) {
    assertThatThrownBy(() -> parse(words))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("g.yaml:" + place + ": ")
        .hasMessageContaining(problem);
  }
}
