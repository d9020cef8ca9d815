package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is hidden in text that is to stand in messages of errors. */
class SecretTextTest {
  private static String masked(String text) {
    return SecretText.masked(text, Headers.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer s3cr3t",
        "authorization=Basic c3MzY3IzdDpz s3cr3t",
        "{\"headers\": {\"Authorization\": \"Basic s3cr3t\"}}",
        "Set-Cookie: JSESSIONID=s3cr3t; Path=/",
        "cookie: a=b; c=s3cr3t",
        "refused Bearer s3cr3tS3cr3t",
        "refused: Basic czNjcjN0s3cr3t==",
        "Negotiate YIIs3cr3t+/A==",
        "password=s3cr3t",
        "user=u&passwd=s3cr3t&x=y",
        "\"access_token\" : \"s3cr3t with words\"",
        "'api-key': 's3cr3t'",
        "X-Api-Key: s3cr3t",
        "client_secret=s3cr3t",
        "jsessionid=s3cr3t",
        "<wsse:Password Type=\"urn:t\">s3cr3t</wsse:Password>",
        "<Password>s3cr3t",
        "<x:binarySecurityToken>s3cr3t</x:binarySecurityToken>",
        "<input type='hidden' name='csrf_token' value='s3cr3t'>",
        "Digest realm=\"r\", nonce=\"s3cr3t\", opaque=\"s3cr3t\"",
        "signed eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzM2NyM3QifQ.s3cr3t and more",
        "jdbc:x://user:s3cr3t@host/db",
        "Cannot POST /shop?key=s3cr3t",
        "AKs3cr3tAKIAIOSFODNN7EXAMPLEAKIAIOSFODNN7"
      })
  void secretsAreHidden(String text) {
    assertThat(masked(text)).doesNotContain("s3cr3t").contains(SecretText.HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "502 Bad Gateway",
        "Basic authentication is required",
        "Basic realm=\"shop\"",
        "Bearer error=\"invalid_token\"",
        "The password is wrong.",
        "Your token has expired",
        "see https://example.com/help/errors/authorization",
        "trace 0af7651916cd43dd8448eb211c80319c",
        "id 3f2c1d9e-5b7a-4c8d-9e0f-1a2b3c4d5e6f",
        "org.example.shop.internal.OrderServiceImplementation2Factory failed"
      })
  void wordsAreShown(String text) {
    assertThat(masked(text)).isEqualTo(text);
  }

  @Test
  void whatWasSentAsASecretIsHiddenWhereverItStands() {
    String basic =
        Base64.getEncoder().encodeToString("bob:open sesame".getBytes(StandardCharsets.UTF_8));
    Headers sent =
        Headers.of(
            "Authorization", "Basic " + basic,
            "Cookie", "theme=dark; id=77012",
            "X-Api-Key", "orange",
            "Accept", "text/xml");

    String shown =
        SecretText.masked(
            "bob said open sesame (" + basic + "), 77012, orange, accepts text/xml", sent);

    assertThat(shown).isEqualTo("bob said *** (***), ***, ***, accepts text/xml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,1,",
        "<password ",
        "token",
        "eyJa.",
        "?a=",
        "Basic A",
        "://a:",
        "aA1",
        "cookie:",
        "<script"
      })
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void noTextTakesLong(String piece) {
    String text = piece.repeat((16 << 10) / piece.length());

    for (int i = 0; i < 20; i++) {
      assertThat(AnswerText.of(text.getBytes(StandardCharsets.UTF_8), null, Headers.NONE).length())
          .isLessThanOrEqualTo(201);
    }
  }
}
