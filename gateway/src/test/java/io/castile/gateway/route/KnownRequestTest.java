package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bridge.FetchedService;
import io.castile.bridge.MessageValidator;
import io.castile.cache.request.RequestAttributes;
import io.castile.gateway.TestOrigin;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.Question;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The results of reading requests hold nothing that is large. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class KnownRequestTest {
  @TempDir private Path folder;

  private static KnownRequest request() {
    Question question =
        new Question(SoapVersion.SOAP_1_1, new QName("urn:q", "ask"), List.of(), null);
    return new KnownRequest(
        question, "", MediaType.NONE, RequestAttributes.of(Headers.NONE), null, null);
  }

  @Test
  void schemasThatHoldNoMoreAreLetGoOf() throws Exception {
    KnownRequest request = request();

    WeakReference<MessageValidator> left = validated(request);

    while (left.get() != null) {
      System.gc(); // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(left.get()).isNull();
  }

  /** Has a request found valid by a validator, which nothing else has afterwards. */
  private WeakReference<MessageValidator> validated(KnownRequest request) throws Exception {
    Path wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = TestOrigin.class.getResourceAsStream("ask.wsdl")) {
      Files.write(wsdl, in.readAllBytes());
    }
    MessageValidator validator =
        MessageValidator.of(FetchedService.read(wsdl.toString()).service());
    assertThat(request.isValidBy(validator)).isFalse();
    request.validBy(validator);
    assertThat(request.isValidBy(validator)).isTrue();
    return new WeakReference<>(validator);
  }
}
