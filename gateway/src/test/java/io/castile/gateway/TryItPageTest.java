package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page to try operations in a browser: {@code operations.mjs} does what a person does. */
@Tag("long")
final class TryItPageTest {
  private static final Path FOLDER = Path.of("src/test/npm");

  @TempDir private Path folder;

  @Test
  void aPersonTriesAnOperationInABrowser() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/chromium")),
        "Chromium is absent (apt install chromium)");
    assumeTrue(
        Files.isDirectory(FOLDER.resolve("node_modules/playwright-core")),
        "Playwright is absent (Node.js, then in gateway: npm install --prefix src/test/npm)");
    Path wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = TryItPageTest.class.getResourceAsStream("ask.wsdl")) {
      Files.write(wsdl, in.readAllBytes());
    }
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("&lt;yes>")));
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(ANY_PORT, origin.uri())
                    .withRoutes(
                        List.of(
                            RouteConfig.of(origin.uri())
                                .withDescribed(DescribedRoute.ofJson(wsdl.toString())))),
                2)) {
      String shown = drive("http://127.0.0.1:" + gateway.port() + "/api/");

      assertThat(shown.lines().toList().get(0)).isEqualTo("200");
      assertThat(shown).contains("\"text\": \"<yes>\"").doesNotContain("complaint:");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  private String drive(String address) throws Exception {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder("node", "operations.mjs", address)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    if (!ended) {
      process.destroy();
    }
    String text = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(ended).as("the browser came to an end: %s", text).isTrue();
    return text;
  }
}
