package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class GatewayCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gateway | Set --origin URL or --config FILE.",
        "gateway --origin http://a --config b | Cannot use --origin and --config together.",
        "gateway --origin ftp://a | the address of an origin",
        "gateway --origin http://a --listen nowhere | HOST:PORT",
        "gateway --config absent.yaml | absent.yaml",
        "gateway --origin http://a --policy absent.yaml | absent.yaml",
        "gateway --origin http://a --admin 0.0.0.0:0 | token",
        "gateway --origin http://a --admin-token-file absent | Cannot use --admin-token-file"
            + " without the API",
        "gateway --origin http://a --store nonsense | redis://",
        "gateway --origin http://a --policy store | Cannot use --policy store without a store. Add"
            + " --store."
      })
  void whatIsWrongWithTheArgumentsIsSaid(String arguments, String words) {
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine().setErr(new PrintWriter(err, true));

    assertThat(command.execute(arguments.split(" ", -1))).as(err.toString()).isEqualTo(2);
    assertThat(err.toString()).contains(words);
  }

  @Test
  void aConfigurationThatIsWrongIsRefusedWithItsPlace() throws Exception {
    Path file = Files.writeString(folder.resolve("g.yaml"), "listen: 1\nroutes: []\nlimit: 3\n");
    StringWriter err = new StringWriter();

    assertThat(
            Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute("gateway", "--config", file.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("g.yaml:3:1");
  }

  /** One that is passed over would leave the console open. */
  @Test
  void aTokenFileIsThatOfTheConfiguredConsole() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("g.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{origin: 'http://127.0.0.1:9'}]\n"
                + "admin: {listen: 127.0.0.1:0}\n");
    StringWriter err = new StringWriter();

    assertThat(
            Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute(
                    "gateway",
                    "--config",
                    file.toString(),
                    "--admin-token-file",
                    folder.resolve("no-token").toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no-token");
  }

  /** In a process of its own, which is asked to end as the system asks. */
  @Test
  void itServesUntilItIsStoppedAndHasAConsole() throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "gateway",
                    "--origin",
                    "http://127.0.0.1:9",
                    "--listen",
                    "127.0.0.1:0",
                    "--admin",
                    "127.0.0.1:0"))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String listening = after(out, "Listening on ");
      String console = after(out, "Console at ");

      assertThat(get("http://" + listening.split(";", 2)[0] + "/").statusCode()).isEqualTo(502);
      assertThat(get(console).body()).contains("<title>");
      assertThat(get(URI.create(console).resolve("/health").toString()).statusCode())
          .isEqualTo(200);
      assertThat(get(URI.create(console).resolve("/metrics").toString()).body())
          .contains("castile_gateway");
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue())
          .isIn(process.supportsNormalTermination() ? List.of(0, 143) : List.of(1));
    } finally {
      process.destroyForcibly();
    }
  }

  /** In a process of its own, too. */
  @Test
  @Tag("long")
  void anotherPlaceOfTheConsoleKeepsItsTokensAndAuditLog() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("g.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{origin: 'http://127.0.0.1:9'}]\n"
                + "admin: {listen: 127.0.0.1:1, tokens: tokens, auditLog: audit.log}\n");
    Files.writeString(folder.resolve("tokens"), "0".repeat(64) + "  ann read\n");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "gateway",
                    "--no-warm-up",
                    "--config",
                    file.toString(),
                    "--admin",
                    "127.0.0.1:0"))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String console = after(out, "Console at ");

      assertThat(get(URI.create(console).resolve("/metrics").toString()).statusCode())
          .isEqualTo(401);
      assertThat(folder.resolve("audit.log")).exists();
    } finally {
      process.destroyForcibly();
    }
  }

  /** In a process of its own, too. */
  @Test
  @Tag("long")
  void anEditedConfigurationIsTakenAndWhatWaitsForARestartIsSaid() throws Exception {
    String config =
        "listen: 127.0.0.1:0\nroutes: [{origin: 'http://127.0.0.1:9'}]\ntimeouts: {drain: 1s}\n";
    Path file = Files.writeString(folder.resolve("g.yaml"), config);
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "gateway",
                    "--config",
                    file.toString()))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      after(out, "Listening on ");

      Files.writeString(file, config + "accessLog: access.log\nobserve: false\n");
      assertThat(
              after(
                  out, "[main] INFO io.castile.gateway.Gateway - the configuration was read again"))
          .endsWith("only when the gateway starts again: accessLog, observe");

      Files.writeString(file, config + "acessLog: access.log\n");
      assertThat(
              after(
                  out,
                  "[main] WARN io.castile.gateway.Gateway - the configuration stays as it was: "))
          .contains("g.yaml:4:1", "did you mean 'accessLog'");

      Files.writeString(file, config);
      assertThat(
              after(
                  out, "[main] INFO io.castile.gateway.Gateway - the configuration was read again"))
          .isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  /** In a process of its own, too. */
  @Test
  void withLinkItSpeaksTheLinkToBothSides() throws Exception {
    String answer =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + "<a>%s</a></s:Body></s:Envelope>".formatted("answer ".repeat(100));
    BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    HttpServer origin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext(
        "/",
        exchange -> {
          asked.add(String.valueOf(exchange.getRequestHeaders().getFirst("Castile")));
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    origin.start();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "gateway",
                    "--origin",
                    "http://127.0.0.1:" + origin.getAddress().getPort(),
                    "--listen",
                    "127.0.0.1:0",
                    "--link"))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String address = "http://" + after(out, "Listening on ").split(";", 2)[0] + "/";

      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(address))
                      .header("Content-Type", "text/xml")
                      .header("Castile", "1")
                      .POST(HttpRequest.BodyPublishers.ofString(answer))
                      .build(),
                  BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo(answer);
      assertThat(response.headers().firstValue("castile").orElse("")).startsWith("1;v=");
      assertThat(asked.take()).startsWith("1;v=");
    } finally {
      process.destroyForcibly();
      origin.stop(0);
    }
  }

  private static String after(BufferedReader out, String words) throws Exception {
    String line = out.readLine();
    while (line != null && !line.startsWith(words)) {
      line = out.readLine();
    }
    assertThat(line).as(words).isNotNull();
    return line.substring(words.length());
  }

  private static HttpResponse<String> get(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }
}
