package io.castile.interop.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A gateway that can be killed. */
final class GatewayProcess implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final int port;
  private final int adminPort;

  /**
   * Starts one, and waits until it listens.
   *
   * @param storeMillis how long it waits for the store
   */
  GatewayProcess(Path config, int storeMillis) throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:TieredStopAtLevel=1",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FleetProgram.class.getName(),
                    config.toString(),
                    Integer.toString(storeMillis)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith(FleetProgram.PORTS)) {
      process.destroyForcibly();
      throw new IOException("expected ports, found " + line);
    }
    String[] ports = line.substring(FleetProgram.PORTS.length()).split(" ");
    port = Integer.parseInt(ports[0]);
    adminPort = Integer.parseInt(ports[1]);
  }

  int port() {
    return port;
  }

  /** Drops all that the fleet keeps; returns what the API says. */
  HttpResponse<String> purge() throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/api/purge"))
            .header("X-Castile", "1")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"all\": true}"))
            .build(),
        BodyHandlers.ofString());
  }

  /** By SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
