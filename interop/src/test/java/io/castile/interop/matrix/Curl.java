package io.castile.interop.matrix;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests by curl, in a process of its own. */
final class Curl {
  /** Asks the probe for a sheet with a name. */
  static final String ECHO =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>"
          + "<p:echo xmlns:p=\"urn:castile:probe:wrapped\"><sheet><name>curl</name><note/></sheet></p:echo>"
          + "</soap:Body></soap:Envelope>";

  private Curl() {}

  record Response(int status, String content) {}

  static Response get(String url) throws IOException, InterruptedException {
    return run(List.of(url));
  }

  static Response post(String url, String message, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        List.of("-H", "Content-Type: text/xml; charset=utf-8", "-H", "SOAPAction: \"\""));
    arguments.addAll(List.of("--data-binary", message, url));
    return run(arguments);
  }

  private static Response run(List<String> arguments) throws IOException, InterruptedException {
    Path content = Files.createTempFile("curl", ".xml");
    List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60"));
    command.addAll(List.of("-o", content.toString(), "-w", "%{http_code}"));
    command.addAll(arguments);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "curl is absent (apt-get install curl)");
      throw e;
    }
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(90, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("curl failed: " + printed);
    }
    Response response = new Response(Integer.parseInt(printed), Files.readString(content));
    Files.delete(content);
    return response;
  }
}
