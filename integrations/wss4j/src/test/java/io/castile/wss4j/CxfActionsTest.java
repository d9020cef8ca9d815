package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls between Castile and CXF, both with WSS4J and the same actions. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CxfActionsTest {
  private static String responses(String action) {
    String left = action.replace("UsernameToken", "").strip();
    return left.isEmpty() ? null : left;
  }

  private static Map<String, Object> responses(String action, String own, String other) {
    return responses(action) == null ? null : Ends.cxf(responses(action), own, other);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "UsernameToken Timestamp, alice",
    "Timestamp Signature, CN=client",
    "Encrypt, ?",
    "Timestamp Signature Encrypt, CN=client",
    "Timestamp Encrypt Signature, CN=client",
    "UsernameToken Timestamp Signature Encrypt, alice",
  })
  void aClientOfCastileCallsAServiceOfCxf(String action, String caller) throws Exception {
    GreeterService service = new GreeterService();
    Map<String, Object> in = Ends.cxf(action, "server", "client");
    if (!action.contains("Timestamp")) {
      in.remove("signatureParts");
    }
    Map<String, Object> settings = Ends.settings(action, "client", "server");
    settings.put("passwordType", "PasswordDigest");
    if (responses(action) == null) {
      settings.put("responseAction", "NoSecurity");
    }
    try (Ends.Published server =
        Ends.cxfServer(
            service, in, withoutTimestamp(action, responses(action, "server", "client")))) {
      Greeter client = Ends.client(server.url(), settings);

      assertThat(client.greet("grüße <&>\r\n\t"))
          .startsWith("hello grüße <&>\r\n\t from " + caller);
      assertThatThrownBy(() -> client.greet("nobody"))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.getFaultInfo()).isEqualTo("nobody is here"));
      client.note("once");
      assertThat(service.noted.poll(60, TimeUnit.SECONDS)).isEqualTo("once");
      Ends.close(client);
    }
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "UsernameToken Timestamp, alice",
    "Timestamp Signature, CN=client",
    "Encrypt, ?",
    "Timestamp Signature Encrypt, CN=client",
    "Timestamp Encrypt Signature, CN=client",
    "UsernameToken Timestamp Signature Encrypt, alice",
  })
  void aClientOfCxfCallsAServiceOfCastile(String action, String caller) throws Exception {
    GreeterService service = new GreeterService();
    Map<String, Object> settings = Ends.settings(action, "server", "client");
    if (responses(action) == null) {
      settings.put("responseAction", "NoSecurity");
    }
    try (SoapServer server = Ends.server(service, settings)) {
      Greeter client =
          Ends.cxfClient(
              server.url("/greeter"),
              withoutTimestamp(action, Ends.cxf(action, "client", "server")),
              responses(action, "client", "server"));

      assertThat(client.greet("grüße <&>\r\n\t")).isEqualTo("hello grüße <&>\r\n\t from " + caller);
      assertThatThrownBy(() -> client.greet("nobody"))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.getFaultInfo()).isEqualTo("nobody is here"));
      client.note("once");
      assertThat(service.noted.poll(60, TimeUnit.SECONDS)).isEqualTo("once");
      Ends.close(client);
    }
  }

  /** CXF fails where it is to sign what is not there. */
  private static Map<String, Object> withoutTimestamp(String action, Map<String, Object> settings) {
    if (settings != null && !action.contains("Timestamp")) {
      settings.remove("signatureParts");
    }
    return settings;
  }
}
