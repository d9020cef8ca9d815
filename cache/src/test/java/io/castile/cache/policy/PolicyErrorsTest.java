package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.policy.internal.YamlComposer;
import io.castile.cache.policy.text.NameChecks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every message of a policy that is not as it must be, with line and column. */
class PolicyErrorsTest {
  private static final String WORDS =
      "service, endpoint, operation, cache, ttl, http, readOnly, refreshAhead,"
          + " staleWhileRevalidate, staleIfError, staleIfSlow, vary, credentials, shared, ignore,"
          + " invalidates, key, representation, maxEntryBytes, httpGet, attachments";

  /** The text after the bar is the whole message behind file, line and column. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "cache: maybe            | 2:12 | expected true or false but found 'maybe'",
        "cache:                  | 2:11 | expected true or false but found nothing",
        "cache: [true]           | 2:12 | expected true or false but found a list",
        "cache: {a: b}           | 2:12 | expected true or false but found a mapping",
        "cache: !x true          | 2:12 | expected no tag but found !x",
        "ttl: soon               | 2:10 | expected a duration such as 500ms, 30s, 5m, 1h30m, 7d or"
            + " PT1H but found 'soon'",
        "ttl: 30                 | 2:10 | expected a duration such as 500ms, 30s, 5m, 1h30m, 7d or"
            + " PT1H but found '30', which has no unit; seconds are '30s'",
        "ttl: 1m1h               | 2:10 | expected a duration such as 500ms, 30s, 5m, 1h30m, 7d or"
            + " PT1H but found '1m1h'",
        "ttl: PT1X               | 2:10 | expected a duration such as 500ms, 30s, 5m, 1h30m, 7d or"
            + " PT1H but found 'PT1X'",
        "ttl: 0s                 | 2:10 | expected ttl > 0, found 0; to keep nothing, set 'cache:"
            + " false'",
        "ttl: PT-1H              | 2:10 | duration < 0: PT-1H",
        "ttl: 3651d              | 2:10 | expected a duration of at most 3650d, found 'PT87624H'",
        "ttl: 999999999999999999w| 2:10 | expected a duration of at most 3650d, found"
            + " '999999999999999999w'",
        "key: sax                | 2:10 | unknown key 'sax'; allowed: automatic, arguments,"
            + " toString, serialization, xmlMessage",
        "key: to-string          | 2:10 | unknown key 'to-string', did you mean 'toString'?;"
            + " allowed: automatic, arguments, toString, serialization, xmlMessage",
        "representation: refrence| 2:21 | unknown representation 'refrence', did you mean"
            + " 'reference'?; allowed: automatic, reference, compiledCopy, clone, reflectionCopy,"
            + " serialization, tagsAndTexts, events, xmlMessage",
        "maxEntryBytes: 64KB     | 2:20 | expected a size such as 4096, 64KiB or 1MiB but found"
            + " '64KB'",
        "maxEntryBytes: 0        | 2:20 | maxEntryBytes <= 0: 0",
        "maxEntryBytes: 2GiB     | 2:20 | maxEntryBytes > 2147483647: 2147483648",
        "operation: []           | 2:16 | Cannot use operation without a name. Name one, or"
            + " remove it, or set '*', for all.",
        "operation: [a, a]       | 2:20 | operation: expected each entry once, found a twice",
        "operation: ''           | 2:16 | pattern: expected a text, found an empty one",
        "operation: ' a'         | 2:16 | pattern: expected no space at either end, found ' a'",
        "vary: user              | 2:11 | expected wsSecurityUser, or a name after one of"
            + " httpHeader, soapHeader, argument in vary, but found 'user'",
        "vary: [{httpHeader: a b}] | 2:25 | HTTP header: expected a token (RFC 9110 §5.1), found 'a"
            + " b'",
        "vary: [{header: a}]     | 2:13 | unknown word in vary 'header'; allowed: httpHeader,"
            + " soapHeader, argument",
        "vary: [{soapHeader: '{x'}] | 2:25 | SOAP header: expected '}' after '{', found none in"
            + " '{x'",
        "vary: [{soapHeader: '{{x}y'}] | 2:25 | SOAP header: expected one '{', found another in"
            + " '{{x}y'",
        "vary: [{soapHeader: '{x}'}] | 2:25 | SOAP header: expected a local name, found none",
        "vary: [{argument: a/b}] | 2:23 | argument: expected an XML name, found 'a/b', which has"
            + " '/'",
        "vary: [{httpHeader: a, soapHeader: b}] | 2:12 | expected one 'kind: name' in each entry of"
            + " vary but found 2; put '- ' before each",
        "vary: [wsSecurityUser, wsSecurityUser] | 2:28 | vary: expected each entry once, found"
            + " wsSecurityUser twice",
        "ignore: time            | 2:13 | expected 'kind: name' with one of argument, httpHeader,"
            + " soapHeader, element but found 'time'",
        "ignore: [{element: a}]  | 2:24 | Cannot use element path 'a', because it does not begin"
            + " with '/'",
        "ignore: [{element: /a//b}] | 2:24 | Cannot use element path '/a//b', because it has an"
            + " empty step at index 3",
        "ignore: [{element: /a/**}] | 2:24 | Cannot use element path '/a/**', because it ends with"
            + " '**'. Name the element.",
        "ignore: [{element: /a/@}] | 2:24 | attribute: expected a text, found an empty one",
        "ignore: [{element: /@a}] | 2:24 | Cannot use element path '/@a', because it has an"
            + " attribute at index 1, which is a last step only",
        "ignore: [{element: /a/@b/c}] | 2:24 | Cannot use element path '/a/@b/c', because it has an"
            + " attribute at index 3, which is a last step only",
        "ignore: [{soapHeader: Security}] | 2:27 | Cannot ignore the Security header,"
            + " because it identifies the caller. Set 'vary: [wsSecurityUser]' or 'shared: true'.",
        "invalidates: [{matching: a}] | 2:19 | Cannot use invalidates without 'operation'. Set it.",
        "invalidates: {operation: a, matching: []} | 2:43 | Cannot use matching without an"
            + " argument. Name one, or remove it to drop all responses.",
        "invalidates: {operation: a, matching: [b, b]} | 2:47 | argument: expected each entry once,"
            + " found b twice",
        "invalidates: {operations: a} | 2:19 | unknown word in invalidates 'operations', did you"
            + " mean 'operation'?; allowed: operation, matching",
        "invalidates: {operation: a, matching: {b/c: d}} | 2:44 | argument: expected an XML name,"
            + " found 'b/c', which has '/'",
      })
  void aValueThatCannotBe(String rule, String where, String problem) {
    assertError("rules:\n  - " + rule.strip() + "\n", where, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "service: a ; endpoint: b ; cache: false | 3:5 | Cannot use 'service' and 'endpoint' in"
            + " one rule. Remove one of them.",
        "cache: false ; ttl: 1m | 3:5 | Cannot use 'ttl' with 'cache: false', which keeps nothing."
            + " Remove it.",
        "key: toString ; cache: false | 2:5 | Cannot use 'key' with 'cache: false', which keeps"
            + " nothing. Remove it.",
        "cache: true ; ttl: 1m ; invalidates: a | 4:5 | Cannot use 'cache: true' with"
            + " 'invalidates', because such an operation changes something. Remove one of them.",
        "vary: wsSecurityUser ; shared: true | 3:5 | Cannot use 'shared: true', because"
            + " 'vary' has wsSecurityUser, which separates callers. Remove one of them.",
        "vary: {httpHeader: Authorization} ; shared: true | 3:5 | Cannot use 'shared:"
            + " true', because 'vary' has httpHeader authorization, which separates callers. Remove"
            + " one of them.",
        "ignore: {httpHeader: Cookie} | 2:5 | Cannot ignore the HTTP header 'cookie', because it"
            + " identifies the caller. Set 'vary: [{httpHeader: cookie}]', or 'shared: true' where"
            + " callers share responses.",
        "ignore: {httpHeader: AccessToken} ; cache: true | 2:5 | Cannot ignore the HTTP"
            + " header 'accesstoken', because it identifies the caller. Set 'vary: [{httpHeader:"
            + " accesstoken}]', or 'shared: true' where callers share responses.",
        "credentials: X-Own ; ignore: {httpHeader: x-own} | 3:5 | Cannot ignore the HTTP header"
            + " 'x-own', because it identifies the caller. Set 'vary: [{httpHeader: x-own}]', or"
            + " 'shared: true' where callers share responses.",
        "vary: {httpHeader: X-A} ; ignore: {httpHeader: x-a} | 3:5 | Cannot use httpHeader x-a"
            + " in both 'ignore' and 'vary'. Remove one of them.",
        "vary: {argument: a} ; ignore: {argument: a} | 3:5 | Cannot use argument a in both"
            + " 'ignore' and 'vary'. Remove one of them.",
        "readOnly: true ; representation: clone | 3:5 | Cannot use 'readOnly: true', which keeps"
            + " references, with 'representation: clone', which keeps copies. Remove one of them.",
        "operation: a ; cache: true | 3:5 | Cannot use 'cache: true' without a lifetime. Set"
            + " 'ttl' or 'http: true' in a rule.",
        "cache: true ; ttl: 1m ; cache: false | 4:5 | Cannot set 'cache' twice, first in line 2."
            + " Remove one of them.",
      })
  void wordsThatCannotHoldTogether(String rule, String where, String problem) {
    assertError("rules:\n  - " + rule.replace(" ; ", "\n    ") + "\n", where, problem);
  }

  @Test
  void anUnknownWordIsAnsweredWithTheNearestAndAll() {
    assertError(
        "rules:\n  - operation: a\n    cahce: true\n",
        "3:5",
        "unknown word in a rule 'cahce', did you mean 'cache'?; allowed: " + WORDS);
    assertError(
        "rules:\n  - colour: red\n", "2:5", "unknown word in a rule 'colour'; allowed: " + WORDS);
    assertError(
        "rules:\n  - stale_if_error: 1m\n",
        "2:5",
        "unknown word in a rule 'stale_if_error', did you mean 'staleIfError'?; allowed: " + WORDS);
    assertError(
        "rule: []\n",
        "1:1",
        "unknown word in a policy 'rule', did you mean 'rules'?; allowed: rules");
  }

  @Test
  void aRuleThatStatesNothing() {
    String allowed = WORDS.substring(WORDS.indexOf("cache"));
    assertError(
        "rules:\n  - operation: a\n",
        "2:5",
        "Cannot use a rule that sets nothing. Set one of " + allowed);
    assertError(
        "rules:\n  - {}\n", "2:5", "Cannot use a rule that sets nothing. Set one of " + allowed);
  }

  @Test
  void aDocumentOfAnotherShape() {
    assertError("", "1:1", "expected a mapping with 'rules' but found an empty document");
    assertError("{}", "1:1", "expected a mapping with 'rules' but found an empty one");
    assertError("[]", "1:1", "expected a mapping with 'rules' but found a list");
    assertError("rules", "1:1", "expected a mapping with 'rules' but found 'rules'");
    assertError("rules: 3", "1:8", "expected a list of rules but found '3'");
    assertError("rules:\n  - a", "2:5", "expected a rule but found 'a'");
    assertError("rules:\n  - [a]: b", "2:5", "expected a word but found a list");
  }

  @Test
  void whatIsNotYaml() {
    assertThat(error("rules:\n\t- cache: true\n"))
        .hasMessageStartingWith("cache.yaml:2:1: not YAML: ");
    assertThat(error("rules: [\n  {cache: true\n"))
        .hasMessageStartingWith("cache.yaml:3:1: not YAML: ");
    assertThat(error("rules: []\n---\nrules: []\n"))
        .hasMessageStartingWith("cache.yaml:2:1: not YAML: ");
    assertThat(error("rules: *a\n")).hasMessageStartingWith("cache.yaml:1:8: not YAML: ");
    assertError(
        "rules:\n  - operation: a\u0007b\n",
        "2:17",
        "not YAML: expected a character that YAML allows, found U+0007");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "operation: {urn:shop}price | {urn:shop}price",
        "operation: [a, {urn:shop}get*] | {urn:shop}get*",
        "operation: [{urn:shop}a, b] | {urn:shop}a",
        "service: {http://shop.example/a}Shop | {http://shop.example/a}Shop",
        "invalidates: {urn:shop}price | {urn:shop}price"
      })
  void aNameWithANamespaceWithoutQuotesIsToldToHaveThem(String line, String name) {
    assertThat(error("rules:\n  - " + line + "\n"))
        .hasMessageStartingWith("cache.yaml:2:")
        .hasMessageEndingWith("; a name with a namespace stands in quotes: '" + name + "'");
  }

  @Test
  void bytesThatAreNotUtf8() {
    byte[] yaml = "rules:\n  - ö\n".getBytes(StandardCharsets.ISO_8859_1);

    PolicyException error =
        catchThrowableOfType(PolicyException.class, () -> CachePolicy.parse("cache.yaml", yaml));

    assertThat(error).hasMessage("cache.yaml:2:5: expected UTF-8, found byte 0xF6");
  }

  @Test
  @Tag("long")
  void limitsHoldAndAreReached() {
    int deep = YamlComposer.MAX_DEPTH;
    assertThat(error("[".repeat(deep) + "]".repeat(deep)))
        .hasMessage("cache.yaml:1:1: expected a mapping with 'rules' but found a list");
    assertError(
        "[".repeat(deep + 1) + "]".repeat(deep + 1),
        "1:17",
        "expected at most 16 levels of nesting, found more");
    assertThat(error("[".repeat(100_000)))
        .hasMessageContaining("expected at most 16 levels of nesting, found more");

    int many = YamlComposer.MAX_ALIASES;
    String rule = "rules:\n  - &a {operation: b, cache: false}\n";
    assertThat(CachePolicy.parse("cache.yaml", rule + "  - *a\n".repeat(many)).rules())
        .hasSize(many + 1);
    assertError(
        rule + "  - *a\n".repeat(many + 1),
        (many + 3) + ":5",
        "expected at most 100 aliases, found more");

    String comment = "rules: []\n#";
    String full = comment + "x".repeat(YamlComposer.MAX_BYTES - comment.length());
    assertThat(CachePolicy.parse("cache.yaml", full).rules()).isEmpty();
    assertError(full + "x", "1:1", "expected a file of at most 1048576 bytes, found more");

    String name = "n".repeat(NameChecks.MAX_LENGTH);
    assertThat(CachePolicy.parse("f", "rules: [{operation: " + name + ", http: false}]").rules())
        .hasSize(1);
    assertError(
        "rules: [{operation: " + name + "n, http: false}]",
        "1:21",
        "pattern: expected at most 512 characters, found 513");

    String small = "rules:\n" + "- http: false\n".repeat(CachePolicy.MAX_RULES);
    assertThat(CachePolicy.parse("f", small).rules()).hasSize(CachePolicy.MAX_RULES);
    assertError(
        small + "- http: false\n",
        (CachePolicy.MAX_RULES + 2) + ":3",
        "expected at most 10000 rules, found 10001");
  }

  @Test
  void aListHasALimitedNumberOfEntries() {
    String head = "rules:\n- cache: false\n  operation: [o0";
    StringBuilder operations = new StringBuilder(head);
    for (int i = 1; i < NameChecks.MAX_ENTRIES; i++) {
      operations.append(", o").append(i);
    }

    CachePolicy policy = CachePolicy.parse("f", operations + "]");
    assertThat(policy.rules().get(0).operations()).hasSize(NameChecks.MAX_ENTRIES);
    assertError(
        operations + ", o]", "3:14", "operation: expected at most 1000 entries, found 1001");
    String[] tooMany = new String[NameChecks.MAX_ENTRIES + 1];
    Arrays.setAll(tooMany, i -> "o" + i);
    assertThatThrownBy(() -> CacheRule.forOperations(tooMany))
        .hasMessage("operation: expected at most 1000 entries, found 1001");
  }

  @Test
  void tagsAreRefusedEverywhere() {
    assertError("!x {rules: []}", "1:1", "expected no tag but found !x");
    assertError("rules: !!seq []", "1:8", "expected no tag but found tag:yaml.org,2002:seq");
    assertError("!!str rules: []", "1:1", "expected no tag but found tag:yaml.org,2002:str");
  }

  @Test
  void anElementPathHasALimitedNumberOfSteps() {
    String path = "/a".repeat(32);
    assertThat(new ElementPath(path).text()).isEqualTo(path);
    assertError(
        "rules:\n- ignore: {element: " + path + "/a}\n",
        "2:21",
        "expected an element path of at most 32 steps, found 33");
  }

  @Test
  void aRecursiveDocumentIsRefused() {
    assertThat(error("rules: &a [*a]\n")).hasMessageStartingWith("cache.yaml:1:");
    assertThat(error("&a rules: *a\n")).hasMessageStartingWith("cache.yaml:1:");
    assertThat(error("rules:\n- &r\n  cache: *r\n")).hasMessageStartingWith("cache.yaml:");
  }

  @Test
  void aBuilderHasNoPlaceToName() {
    PolicyException error =
        catchThrowableOfType(
            PolicyException.class,
            () -> CacheRule.forOperations("a").service("b").endpoint("c").cache(false).build());

    assertThat(error)
        .hasMessage("Cannot use 'service' and 'endpoint' in one rule. Remove one of them.");
    assertThat(error.source()).isEmpty();
    assertThat(error.line()).isZero();
    assertThat(error.column()).isZero();
  }

  private static PolicyException error(String yaml) {
    return catchThrowableOfType(PolicyException.class, () -> CachePolicy.parse("cache.yaml", yaml));
  }

  private static void assertError(String yaml, String where, String problem) {
    PolicyException error = error(yaml);

    assertThat(error).as(yaml).hasMessage("cache.yaml:" + where + ": " + problem);
    assertThat(error.source()).isEqualTo("cache.yaml");
    assertThat(error.line() + ":" + error.column()).isEqualTo(where);
  }
}
