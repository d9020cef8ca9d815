package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Passwords that do not open the own key. */
final class WrongPasswordTest {
  private static final String PASSWORD = "ws-security.signature.password";

  @Test
  void aClientNamesTheKeyThatItCannotSignWith() {
    Map<String, Object> settings =
        Ends.settings("Signature", "client", "server", PASSWORD, "a wrong one");
    Greeter greeter = Ends.client("http://localhost:1/greeter", settings);

    assertThatThrownBy(() -> greeter.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(
            "Cannot open the key 'client', because its password is wrong. Set"
                + " ws-security.signature.password, or correct the callback handler's.");
  }

  @Test
  void aServerLogsThatItCannotDecrypt() throws Exception {
    String message =
        Forge.secured(Forge.request("bob"), Ends.settings("Encrypt", "client", "server"));
    Map<String, Object> settings =
        Ends.settings("Encrypt", "server", "client", PASSWORD, "a wrong one");
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (SoapServer server = Ends.server(new GreeterService(List.of()), settings)) {
      System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
      assertThat(Forge.answer(server.url("/greeter"), message)).isEqualTo("FailedCheck");
    } finally {
      System.setErr(before);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains("expected the password of the own key (" + PASSWORD);
  }
}
