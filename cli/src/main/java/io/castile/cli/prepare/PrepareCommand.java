package io.castile.cli.prepare;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code castile prepare}. */
@Command(
    name = "prepare",
    description = {
      "Has later starts be faster, by what the JVM keeps of a run.",
      "It calls a service and starts a gateway, both made up and on loopback. The launcher has the"
          + " JVM write what it has learnt: an AOT cache on JDK 25 and later, an archive of classes"
          + " before. Where it can be written, the launcher does the same beside the first call or"
          + " gateway; CASTILE_NO_ARCHIVE=1 has it left out."
    })
public final class PrepareCommand implements Callable<Integer> {
  private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);
  private static final int CALLS = 20;
  private static final int MOST_SECONDS = 60;

  private static final String GATEWAY =
      """
      listen: 127.0.0.1:0
      readyPath: /ready
      warmUp: true
      routes: [{origin: 'http://127.0.0.1:9'}]
      """;

  private static final String DESCRIPTION =
      """
      <definitions name="Greeter" targetNamespace="urn:greeter" xmlns="http://schemas.xmlsoap.org/wsdl/"
          xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:g="urn:greeter">
        <types>
          <xs:schema targetNamespace="urn:greeter" elementFormDefault="qualified">
            <xs:element name="greet">
              <xs:complexType><xs:sequence>
                <xs:element name="name" type="xs:string"/>
                <xs:element name="times" type="xs:int" minOccurs="0"/>
                <xs:element name="day" type="xs:date" minOccurs="0"/>
                <xs:element name="part" type="g:Part" minOccurs="0" maxOccurs="unbounded"/>
              </xs:sequence></xs:complexType>
            </xs:element>
            <xs:element name="greetResponse">
              <xs:complexType><xs:sequence>
                <xs:element name="greeting" type="xs:string"/>
                <xs:element name="part" type="g:Part" minOccurs="0" maxOccurs="unbounded"/>
              </xs:sequence></xs:complexType>
            </xs:element>
            <xs:complexType name="Part">
              <xs:sequence><xs:element name="size" type="xs:decimal"/></xs:sequence>
              <xs:attribute name="sku" type="xs:string"/>
            </xs:complexType>
          </xs:schema>
        </types>
        <message name="greet"><part name="parameters" element="g:greet"/></message>
        <message name="greetResponse"><part name="parameters" element="g:greetResponse"/></message>
        <portType name="Greeter">
          <operation name="greet"><input message="g:greet"/><output message="g:greetResponse"/></operation>
        </portType>
        <binding name="Greeter" type="g:Greeter">
          <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="greet">
            <soap:operation soapAction=""/>
            <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
          </operation>
        </binding>
        <service name="Greeter"><port name="Greeter" binding="g:Greeter"><soap:address location="%s"/></port></service>
      </definitions>
      """;

  private static final String ANSWER =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
          + "<greetResponse xmlns=\"urn:greeter\"><greeting>hello</greeting>"
          + "<part sku=\"a\"><size>1.5</size></part></greetResponse></s:Body></s:Envelope>";

  private final Supplier<CommandLine> commands;

  /**
   * @param commands makes the whole command anew, of which this one is a part
   */
  public PrepareCommand(Supplier<CommandLine> commands) {
    this.commands = commands;
  }

  @Override
  public Integer call() throws Exception {
    runQuietly("help");
    callService();
    startGateway();
    return 0;
  }

  private void runQuietly(String... arguments) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine command = commands.get().setOut(nowhere).setErr(nowhere);
    int exit = command.execute(arguments);
    if (exit != 0) {
      throw new IllegalStateException(
          "Cannot prepare the gateway, because '"
              + String.join(" ", arguments)
              + "' ended with exit code "
              + exit
              + ".");
    }
  }

  private void callService() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/greeter";
    server.createContext("/", exchange -> answer(exchange, url));
    server.start();
    try {
      String wsdl = url + "?wsdl";
      runQuietly("wsdl", wsdl);
      for (int i = 0; i < CALLS; i++) {
        runQuietly(
            "call", wsdl, "greet", "name=you", "times=2", "part[0].size=1", "part[0].@sku=b");
      }
      runQuietly("call", wsdl, "greet", "name=you", "--json");
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, String url) throws IOException {
    boolean isCall = exchange.getRequestMethod().equals("POST");
    byte[] content =
        (isCall ? ANSWER : DESCRIPTION.formatted(url)).getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(200, content.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(content);
    }
  }

  private static void startGateway() throws IOException, InterruptedException {
    GatewaySettings config =
        GatewaySettings.parse("prepare", GATEWAY.getBytes(StandardCharsets.UTF_8), Path.of(""))
            .withAdmin(new AdminConfig(ANY_PORT, null, null, List.of()));
    try (Gateway gateway = Gateway.start(Configs.of(config))) {
      String admin = "http://127.0.0.1:" + gateway.adminPort().orElseThrow();
      status(admin + "/health");
      status(admin + "/metrics");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
      while (status("http://127.0.0.1:" + gateway.port() + "/ready") != 200) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "Cannot prepare the gateway, because it was not ready within "
                  + MOST_SECONDS
                  + " s.");
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  private static int status(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
