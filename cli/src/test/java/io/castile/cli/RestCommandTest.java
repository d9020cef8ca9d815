package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RestCommandTest {
  private static final String ANSWER =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
          + "<orderResponse xmlns='urn:shop'><number>3</number></orderResponse></s:Body></s:Envelope>";

  @TempDir private Path folder;

  private final Cli cli = new Cli();

  @Test
  void aDescriptionWithoutAnAddressNeedsOne() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("shop.wsdl"),
            WsdlCommandTest.SHOP.replaceAll("<(\\w+:)?address[^>]*>", ""));

    assertThat(cli.run("rest", file.toString())).isEqualTo(2);
    assertThat(cli.err()).contains("Cannot call the service", "Add --origin URL.");
  }

  @Test
  void aDescriptionThatCannotBeReadIsAFailure() {
    assertThat(cli.run("rest", folder.resolve("none.wsdl").toString())).isEqualTo(2);
    assertThat(cli.err()).contains("none.wsdl");
  }

  /** In a process of its own, which is asked to end as the system asks. */
  @Test
  void operationsAreCalledByJsonUntilItIsStopped() throws Exception {
    Path file = Files.writeString(folder.resolve("shop.wsdl"), WsdlCommandTest.SHOP);
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    StringBuilder asked = new StringBuilder();
    service.createContext(
        "/",
        exchange -> {
          asked.append(exchange.getRequestURI()).append(' ');
          asked.append(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
          exchange.sendResponseHeaders(200, ANSWER.length());
          exchange.getResponseBody().write(ANSWER.getBytes(UTF_8));
          exchange.close();
        });
    service.start();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "rest",
                    file.toString(),
                    "--origin",
                    "http://127.0.0.1:" + service.getAddress().getPort() + "/shop/v1",
                    "--listen",
                    "127.0.0.1:0"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      String line = out.readLine();
      assertThat(line).startsWith("Try the operations at http://127.0.0.1:").endsWith("/api/");
      URI address = URI.create(line.substring(line.indexOf("http")));
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest request =
          HttpRequest.newBuilder(address.resolve("ShopService/order"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"items\": [{\"sku\": \"pen\", \"lost\": \"x\"}]}"))
              .build();

      var response = client.send(request, BodyHandlers.ofString());
      var page = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo("{\"number\":3}");
      assertThat(asked).startsWith("/shop/v1 <").contains("pen</");
      assertThat(page.body()).contains("swagger-ui");
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      service.stop(0);
    }
  }
}
