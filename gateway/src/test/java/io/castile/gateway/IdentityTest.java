package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody gets the answer of another caller, unless the policy says that all share answers. */
final class IdentityTest {
  private static final String PLAIN =
      """
      rules:
        - operation: "*"
          cache: true
          ttl: 1h
      """;

  private final AtomicInteger count = new AtomicInteger();

  /** Every answer is another one: who gets one twice has got a kept one. */
  private TestOrigin origin() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YTph, Basic Yjpi",
    "Authorization, Bearer one, Bearer two",
    "Proxy-Authorization, one, two",
    "Cookie, session=1, session=2",
    "X-Api-Key, one, two",
    "X-User, one, two",
    "X-Forwarded-User, one, two"
  })
  void fieldsThatTellTheSenderKeepAnswersApart(String field, String one, String two)
      throws Exception {
    String varying = PLAIN + "    vary: [{httpHeader: " + field + "}]\n";
    for (String policy : new String[] {PLAIN, varying}) {
      try (TestOrigin origin = origin();
          Gateway gateway = gateway(origin.uri(), policy)) {
        String nobodys = post(gateway, question("q")).body();
        String first = post(gateway, question("q"), field, one).body();
        String second = post(gateway, question("q"), field, two).body();
        String firstAgain = post(gateway, question("q"), field, one).body();

        boolean reachesOrigin = !field.startsWith("Proxy-") && !field.startsWith("X-Forwarded-");
        if (reachesOrigin) {
          assertThat(first).isNotEqualTo(nobodys).isNotEqualTo(second);
          assertThat(firstAgain).isNotEqualTo(second).isNotEqualTo(nobodys);
          assertThat(first.equals(firstAgain)).isEqualTo(policy.equals(varying));
        } else { // the gateway does not pass it on, so that it makes no difference
          assertThat(origin.requests().get(0).fields().containsKey(field)).isFalse();
        }
      }
    }
  }

  @Test
  void usersOfWsSecurityHaveTheirOwnAnswers() throws Exception {
    String varying = PLAIN + "    vary: [wsSecurityUser]\n";
    for (String policy : new String[] {PLAIN, varying}) {
      try (TestOrigin origin = origin();
          Gateway gateway = gateway(origin.uri(), policy)) {
        String nobodys = post(gateway, question("q")).body();
        String ann = post(gateway, asked("ann", "1")).body();
        String bob = post(gateway, asked("bob", "1")).body();
        String annAgain = post(gateway, asked("ann", "1")).body();
        String liar = post(gateway, asked("ann", "2")).body();

        assertThat(ann).isNotEqualTo(nobodys).isNotEqualTo(bob);
        assertThat(liar).isNotEqualTo(ann).isNotEqualTo(annAgain);
        assertThat(ann.equals(annAgain)).isEqualTo(policy.equals(varying));
      }
    }
  }

  @Test
  void aSignedRequestIsItsSendersOwn() throws Exception {
    String signed =
        envelope(
            security("<d:Signature xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\"/>"),
            "<q:ask xmlns:q=\"urn:q\"/>");
    for (String policy : new String[] {PLAIN, PLAIN + "    vary: [wsSecurityUser]\n"}) {
      try (TestOrigin origin = origin();
          Gateway gateway = gateway(origin.uri(), policy)) {
        String first = post(gateway, signed).body();

        assertThat(post(gateway, signed).body()).isNotEqualTo(first);
      }
    }
  }

  @Test
  void aHeaderBlockThatThePolicyDoesNotNameKeepsTheAnswerPrivate() throws Exception {
    String block = "<h:Trace xmlns:h=\"urn:h\">1</h:Trace>";
    String message = envelope(block, "<q:ask xmlns:q=\"urn:q\"/>");
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), PLAIN)) {
      String first = post(gateway, message).body();

      assertThat(post(gateway, message).body()).isNotEqualTo(first);
    }
  }

  @Test
  void aVolatileHeaderBlockThatIsIgnoredDoesNotPreventHits() throws Exception {
    String policy = PLAIN + "    ignore: [{soapHeader: \"{urn:h}Trace\"}]\n";
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), policy)) {
      for (int i = 0; i < 5; i++) {
        String block = "<h:Trace xmlns:h=\"urn:h\">" + i + "</h:Trace>";
        assertThat(post(gateway, envelope(block, "<q:ask xmlns:q=\"urn:q\"/>")).body())
            .contains("answer 1<");
      }
    }
  }

  @Test
  void aVolatileElementThatIsIgnoredDoesNotPreventHits() throws Exception {
    String policy = PLAIN + "    ignore: [{element: /*/stamp}]\n";
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), policy)) {
      for (int i = 0; i < 5; i++) {
        String body = "<q:ask xmlns:q=\"urn:q\"><stamp>" + i + "</stamp></q:ask>";
        assertThat(post(gateway, envelope("", body)).body()).contains("answer 1<");
      }
    }
  }

  @Test
  void theRequestOfOneIsNotAnsweredToWhoAddsCredentials() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), PLAIN)) {
      for (int i = 0; i < 3; i++) {
        String kept = post(gateway, question("q")).body();
        String own = post(gateway, question("q"), "Authorization", "Bearer x").body();

        assertThat(own).isNotEqualTo(kept); // though the very same bytes are known by now
      }
    }
  }

  private static String asked(String user, String password) {
    String ns = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    String type =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#"
            + "PasswordText";
    return envelope(
        security(
            "<w:UsernameToken xmlns:w=\""
                + ns
                + "\"><w:Username>"
                + user
                + "</w:Username><w:Password Type=\""
                + type
                + "\">"
                + password
                + "</w:Password></w:UsernameToken>"),
        "<q:ask xmlns:q=\"urn:q\"><text>q</text></q:ask>");
  }

  private static String security(String content) {
    return "<w:Security xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/"
        + "oasis-200401-wss-wssecurity-secext-1.0.xsd\">"
        + content
        + "</w:Security>";
  }
}
