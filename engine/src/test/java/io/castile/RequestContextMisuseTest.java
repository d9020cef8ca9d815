package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.engine.ContextValues;
import io.castile.shop.WrappedShop;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of another type than the properties of a request context have. */
class RequestContextMisuseTest {
  private static final char[] SECRET = "s3cret".toCharArray();

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(
            BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
            java.net.URI.create("http://l:1/"),
            "a String"),
        arguments(BindingProvider.USERNAME_PROPERTY, SECRET, "a String"),
        arguments(BindingProvider.PASSWORD_PROPERTY, SECRET, "a String"),
        arguments(Castile.WS_SECURITY_USERNAME, SECRET, "a String"),
        arguments(Castile.WS_SECURITY_PASSWORD, SECRET, "a String"),
        arguments(BindingProvider.SOAPACTION_URI_PROPERTY, 1, "a String"),
        arguments(BindingProvider.SOAPACTION_USE_PROPERTY, "yes", "a Boolean"),
        arguments(BindingProvider.SOAPACTION_USE_PROPERTY, 1, "a Boolean"),
        arguments(BindingProvider.SESSION_MAINTAIN_PROPERTY, "on", "a Boolean"),
        arguments(Castile.SCHEMA_VALIDATION, "on", "a Boolean"),
        arguments(RequestContext.THREAD_LOCAL, "on", "a Boolean"),
        arguments(MessageContext.HTTP_REQUEST_HEADERS, "X-A: 1", "a Map"),
        arguments(MessageContext.HTTP_REQUEST_HEADERS, List.of("X-A"), "a Map"));
  }

  private static WrappedShop port(CannedTransport transport) {
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost:1/")
        .transport(transport)
        .build();
  }

  private static CannedTransport canned() {
    return new CannedTransport(
        200,
        "text/xml",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>");
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("refused")
  void aCallNamesThePropertyAndWhatItExpectsAndFinds(String key, Object value, String expected) {
    WrappedShop port = port(canned());
    Map<String, Object> context = ((BindingProvider) port).getRequestContext();
    if (key.equals(BindingProvider.PASSWORD_PROPERTY)) {
      context.put(BindingProvider.USERNAME_PROPERTY, "alice");
    }
    if (key.equals(Castile.WS_SECURITY_PASSWORD)) {
      context.put(Castile.WS_SECURITY_USERNAME, "alice");
    }

    assertThatThrownBy(
            () -> {
              context.put(key, value);
              port.echo("a");
            })
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("property " + key)
        .hasMessageContaining("expected " + expected)
        .hasMessageContaining("found a " + value.getClass().getName())
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aPasswordWithoutAUserIsRefusedWhereTheClientHasNone() {
    WrappedShop port = port(canned());
    ((BindingProvider) port).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "s3cret");

    assertThatThrownBy(() -> port.echo("a"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("but no " + BindingProvider.USERNAME_PROPERTY)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void trueAsTextIsTrue() {
    assertThat(ContextValues.isOn("p", "true", false)).isTrue();
    assertThat(ContextValues.isOn("p", "False", true)).isFalse();
    assertThat(ContextValues.isOn("p", null, true)).isTrue();
  }
}
