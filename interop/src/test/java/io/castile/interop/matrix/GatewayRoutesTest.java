package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.internal.Configs;
import io.castile.gateway.internal.Origins;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services of other stacks behind a route whose path is not theirs. */
@Tag("long")
final class GatewayRoutesTest {
  private static final Setting SETTING = new Setting(Style.WRAPPED, SoapVersion.SOAP_1_1, false);

  private static final Pattern LOCATION =
      Pattern.compile("(?:schemaLocation|\\blocation)=[\"']([^\"']*)[\"']");

  /** Ways from a folder to the path of a service beside it, which follows. */
  private static final List<String> WAYS_OUT =
      List.of(
          "/pub/..%s",
          "/pub/x/../..%s",
          "/pub/../..%s",
          "/pub/./..%s",
          "/pub/%%2e%%2e%s",
          "/pub/%%2E.%s",
          "/pub/..;%s",
          "/pub/..;a=b%s",
          "/pub/;/..%s",
          "/pub;/..%s",
          "/pub/..%%3b%s",
          "/pub/..%%2f.%s",
          "/pub/%%2e%%2e%%2f.%s",
          "/pub/..\\.%s",
          "/pub/..%%5c.%s",
          "/pub/%%252e%%252e%s",
          "/pub/..%%252f.%s",
          "/pub/%%25%%32%%65%%25%%32%%65%s",
          "/pub/..%%00%s",
          "/pub/..%%09%s",
          "/pub/..%%20%s",
          "/pub/...%s",
          "/pub/..%%23%s",
          "/pub/..%%3f%s",
          "/pub//..%s",
          "/pub///../..%s",
          "//pub/..%s",
          "/%s",
          "/.%s",
          "/x/..%s",
          "/;%s",
          "/pub/%%c0%%ae%%c0%%ae%s",
          "/pub/%%ef%%bc%%8e%%ef%%bc%%8e%s",
          "/pub/..%%ef%%bc%%8f.%s",
          "/pub/%%u002e%%u002e%s",
          "/pub/..#%s",
          "/pub/..\u0000%s",
          "/pub/..\t%s",
          "/pub/..\u00ff%s",
          "http://localhost/pub/..%s",
          "http://localhost/pub/..;%s",
          "http://localhost?/pub/..%s",
          "http://localhost%s",
          "http://user@localhost/pub/..%s",
          "http:///pub/..%s");

  private static Gateway gateway(String path, URI origin) throws IOException {
    String yaml =
        "{listen: 'localhost:0', routes: [{path: %s, origin: '%s'}]}".formatted(path, origin);
    return Gateway.start(
        Configs.of(
            GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of("."))),
        1);
  }

  private static String posted(int port, String target) throws IOException {
    String request =
        "POST "
            + target
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/xml\r\n"
            + "SOAPAction: \"\"\r\nContent-Length: "
            + Curl.ECHO.length()
            + "\r\n\r\n"
            + Curl.ECHO;
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) { // closed before all was read
      return "closed";
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CASTILE", "CXF", "METRO"})
  void noServiceBesideTheRouteIsReached(Stack stack) throws Exception {
    try (Stack.Running running = stack.serve(Probes.create(SETTING), SETTING)) {
      URI url = URI.create(running.url());
      try (Gateway inside = gateway("/pub", url);
          Gateway beside = gateway("/pub", url.resolve("/beside"))) {
        assertThat(posted(inside.port(), "/pub")).contains("echoResponse");
        for (String way : WAYS_OUT) {
          assertThat(posted(beside.port(), way.formatted(url.getPath())))
              .as(way)
              .doesNotContain("echoResponse", "Envelope");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CASTILE", "CXF", "METRO"})
  void everyDocumentOfADescriptionIsFoundThroughTheRoute(Stack stack) throws Exception {
    try (Stack.Running running = stack.serve(Probes.create(SETTING), SETTING);
        Gateway gateway = gateway("/stocks", URI.create(running.url()))) {
      String base = "http://localhost:" + gateway.port() + "/stocks";
      for (String credentials : List.of("", "Basic YTpi")) {
        Set<String> seen = new HashSet<>();
        Deque<URI> next = new ArrayDeque<>(List.of(URI.create(base + "?wsdl")));
        boolean hasPort = false;
        while (!next.isEmpty()) {
          URI document = next.poll();
          if (!seen.add(document.toString())) {
            continue;
          }
          HttpResponse<String> response = get(document, credentials);
          assertThat(response.statusCode()).as(document.toString()).isEqualTo(200);
          Matcher locations = LOCATION.matcher(response.body());
          while (locations.find()) {
            URI location = document.resolve(locations.group(1).replace("&amp;", "&"));
            assertThat(location.toString()).startsWith(base);
            hasPort |= location.toString().equals(base);
            if (location.getQuery() != null) {
              next.add(location);
            }
          }
        }
        assertThat(hasPort).as("a port with the address of the route").isTrue();
      }
    }
  }

  private static HttpResponse<String> get(URI document, String credentials) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(document);
    if (!credentials.isEmpty()) {
      request.header("Authorization", credentials);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  /** zeep calls the address that the WSDL names. */
  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void zeepStaysWithTheGateway(Stack stack) throws Exception {
    try (Stack.Running running = stack.serve(Probes.create(SETTING), SETTING);
        Gateway gateway = gateway("/stocks", URI.create(running.url()))) {
      String through = "http://localhost:" + gateway.port() + "/stocks";
      List<Feature> features = List.of(Feature.ENUMERATIONS);
      Caller direct = ProgramCaller.zeep(SETTING, running.url(), features);
      long before = Origins.of(gateway).get(0).answers();
      Caller caller = ProgramCaller.zeep(SETTING, through, features);

      assertThat(caller.call(Feature.ENUMERATIONS)).isEqualTo(direct.call(Feature.ENUMERATIONS));
      assertThat(Origins.of(gateway).get(0).answers() - before)
          .as("the description, and the call")
          .isGreaterThanOrEqualTo(2);
    }
  }
}
