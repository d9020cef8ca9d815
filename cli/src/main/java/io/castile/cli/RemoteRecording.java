package io.castile.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Fetches a recording from a process that records. */
final class RemoteRecording {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private RemoteRecording() {}

  /**
   * Opens a recording; redirections are not followed, so that the token goes nowhere else.
   *
   * @param token null for none
   * @throws ParameterException if the URL is none, or the token would be sent in clear to another
   *     machine
   */
  static InputStream open(String url, @Nullable String token, CommandSpec spec)
      throws IOException, InterruptedException {
    HttpRequest.Builder request;
    try {
      request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected a URL and a token, found " + e.getMessage(), e);
    }
    URI address = URI.create(url);
    if (token != null
        && address.getScheme().equals("http")
        && !InetAddress.getByName(address.getHost()).isLoopbackAddress()) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected https for a token, found " + url);
    }
    HttpResponse<InputStream> response =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      response.body().close();
      throw new IOException(url + ": expected status 200, found " + response.statusCode());
    }
    return response.body();
  }
}
