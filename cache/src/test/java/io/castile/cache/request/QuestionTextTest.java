package io.castile.cache.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Canonical bodies as people read them. */
class QuestionTextTest {
  private static final String BODY =
      "<q:ask xmlns:q='urn:q' b='2' a='1'>\n <text>x y\t\u20ac</text><q:none/>"
          + "<code>q:name</code></q:ask>";

  private static CacheKey key() {
    String message =
        "<s:Envelope xmlns:s='"
            + SoapVersion.SOAP_1_1.namespace()
            + "'><s:Body>"
            + BODY
            + "</s:Body></s:Envelope>";
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://x", new QName("urn:q", "ask"), SoapVersion.SOAP_1_1);
    return MessageKeys.of().key(scope, message.getBytes(StandardCharsets.UTF_8), null);
  }

  @Test
  void elementsAttributesAndTextsAreShownWithoutNamespaces() {
    assertEquals(
        "<ask a=\"1\" b=\"2\"><text>x y\t\u20ac</text><none></none><code>q:name</code></ask>",
        QuestionText.of(key(), 1_000));
  }

  @Test
  void aFormThatIsCutOffAnywhereIsShownAsFarAsItGoes() {
    String whole = QuestionText.of(key(), 1_000);
    int size = ((io.castile.cache.representation.Bytes) ((ContentKey) key()).content()).size();
    for (int most = 0; most < size; most++) {
      String part = QuestionText.of(key(), most);
      assertTrue(part.length() <= whole.length() + 1, part);
    }
    assertEquals("", QuestionText.of(key(), 0));
  }
}
