package io.castile.jaxws.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a context says of a request over HTTP (Jakarta XML Web Services 4.0 §9.4.1.2). */
final class RequestPartsTest {
  private static final ContentForm.Content NOTHING = new ContentForm.Content(new byte[0], null);
  private static final ContentForm.Content TEXT =
      new ContentForm.Content(new byte[] {'a', 'b'}, "text/plain");

  private final Map<String, Object> context = new HashMap<>();

  RequestPartsTest() {
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://example.org/a");
  }

  private HttpRequest request(ContentForm.Content content) {
    return new RequestParts(context).request(content);
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.org/a, , , http://example.org/a",
    "http://example.org/a, /b, , http://example.org/a/b",
    "http://example.org/a, , x=1, http://example.org/a?x=1",
    "http://example.org/a, /b, x=1&y=%20, http://example.org/a/b?x=1&y=%20",
    "http://example.org/a?z=0, , , http://example.org/a?z=0",
    "http://example.org/a?z=0, /b, , http://example.org/a/b?z=0",
    "http://example.org/a?z=0, /b, x=1, http://example.org/a/b?x=1",
  })
  void pathAndQueryFollowTheAddress(String address, String path, String query, String expected) {
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
    context.put(MessageContext.PATH_INFO, path);
    context.put(MessageContext.QUERY_STRING, query);

    assertThat(request(NOTHING).uri()).hasToString(expected);
  }

  @Test
  void contentIsPostedWithItsType() {
    HttpRequest request = request(TEXT);

    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.headers().map()).containsOnlyKeys("Content-Type");
    assertThat(request.headers().firstValue("content-type")).contains("text/plain");
    assertThat(request.bodyPublisher().orElseThrow().contentLength()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"get, GET", "GET, GET", "Put, PUT", "DELETE, DELETE"})
  void theMethodIsThatOfTheContext(String said, String method) {
    context.put(MessageContext.HTTP_REQUEST_METHOD, said);

    HttpRequest request = request(NOTHING);

    assertThat(request.method()).isEqualTo(method);
    assertThat(request.headers().map()).isEmpty();
  }

  @Test
  void fieldsReplaceTheTypeAndMayHaveSeveralLines() {
    context.put(
        MessageContext.HTTP_REQUEST_HEADERS,
        Map.of("content-type", List.of("text/css"), "X-a", List.of("1", 2)));

    HttpRequest request = request(TEXT);

    assertThat(request.headers().allValues("Content-Type")).containsExactly("text/css");
    assertThat(request.headers().allValues("x-A")).containsExactly("1", "2");
  }

  @ParameterizedTest
  @CsvSource({"ada, s3cret, YWRhOnMzY3JldA==", "ada, , YWRhOg==", "größe, ß, Z3LDtsOfZTrDnw=="})
  void aUserIsNamedByBasicAuthentication(String user, String password, String encoded) {
    context.put(BindingProvider.USERNAME_PROPERTY, user);
    context.put(BindingProvider.PASSWORD_PROPERTY, password);

    assertThat(request(NOTHING).headers().firstValue("Authorization")).contains("Basic " + encoded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org/", "no address", "http://", "/a"})
  void anAddressThatIsNoneIsRefused(String address) {
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);

    assertThatThrownBy(() -> request(NOTHING))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Cannot send the request");
  }

  @Test
  void aContextWithoutAnAddressIsRefused() {
    context.clear();

    assertThatThrownBy(() -> request(NOTHING))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "Content-Length", "a b", "X-a\r\nX-b"})
  void fieldsThatCannotBeSentAreRefused(String name) {
    context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of(name, List.of("v")));

    assertThatThrownBy(() -> request(NOTHING)).isInstanceOf(WebServiceException.class);
  }

  @Test
  void propertiesOfOtherTypesAreNamed() {
    context.put(MessageContext.PATH_INFO, 7);
    assertThatThrownBy(() -> request(NOTHING))
        .hasMessageContaining(MessageContext.PATH_INFO)
        .hasMessageContaining("expected a String, found '7'");
    context.remove(MessageContext.PATH_INFO);
    context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("a", "b"));
    assertThatThrownBy(() -> request(NOTHING)).hasMessageContaining("expected a Map of lists");
    context.put(MessageContext.HTTP_REQUEST_HEADERS, List.of());
    assertThatThrownBy(() -> request(NOTHING)).hasMessageContaining("expected a Map of lists");
  }

  // ---- timeouts ----

  @ParameterizedTest
  @CsvSource({"1, 1", "' 250 ', 250", "0, ", "9223372036854775807, 9223372036854775807"})
  void aTimeoutIsInMilliseconds(String said, Long millis) {
    for (String name :
        List.of("jakarta.xml.ws.client.receiveTimeout", "com.sun.xml.ws.request.timeout")) {
      Duration timeout = new RequestParts(Map.of(name, said)).timeout(Duration.ofSeconds(9));

      assertThat(timeout).isEqualTo(millis == null ? null : Duration.ofMillis(millis));
    }
    assertThat(new RequestParts(Map.of()).timeout(Duration.ofSeconds(9)))
        .isEqualTo(Duration.ofSeconds(9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1s", "", "1.5", "9223372036854775808"})
  void aTimeoutThatIsNoneIsRefused(String said) {
    RequestParts parts = new RequestParts(Map.of("com.sun.xml.ws.request.timeout", said));

    assertThatThrownBy(() -> parts.timeout(Duration.ZERO))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("com.sun.xml.ws.request.timeout")
        .hasMessageContaining("milliseconds");
  }
}
