package io.castile.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.ServerBuilder;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds wherever services run. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class HttpContract {
  private static final String ENVELOPE =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>%s</e:Body>"
          + "</e:Envelope>";
  private static final String ADD =
      String.format(ENVELOPE, "<d:add xmlns:d='urn:depot'><a>20</a><b>22</b></d:add>");

  private final Host host;
  private final DepotService service = new DepotService();
  private Host.Running running;

  HttpContract(Host host) {
    this.host = host;
  }

  private void start(ServerBuilder server) throws Exception {
    server.publish("/depot", service).publish("/depot12", new Depot12());
    running = host.start(server.maskFaults(false)); // so that all answer alike
  }

  @AfterEach
  void close() throws Exception {
    service.letThrough(1000);
    if (running != null) {
      running.close();
    }
  }

  private String url(String path) {
    return running.base() + path;
  }

  private ClientBuilder<Depot> client() {
    return Castile.client(Depot.class).endpoint(url("/depot"));
  }

  private static Depot cxf(String url, String binding) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(Depot.class);
    factory.setAddress(url);
    factory.setBindingId(binding);
    factory.setProperties(Map.of("mtom-enabled", true));
    return factory.create(Depot.class);
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url(path)));
  }

  private HttpResponse<String> post(String contentType, String message) throws Exception {
    return send(
        request("/depot")
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build());
  }

  // ---- calls ----

  private static void callsAreRight(Depot depot) {
    byte[] bytes = new byte[70_000];
    new Random(1).nextBytes(bytes);

    assertThat(depot.add(20, 22)).isEqualTo(42);
    assertThat(depot.names(500)).hasSize(500).endsWith("name 499");
    assertThat(depot.mirror(bytes)).isEqualTo(bytes);
    assertThat(depot.titled("Zürich & <co>")).isEqualTo("Zürich & <co>");
    assertThatThrownBy(() -> depot.take("lamp"))
        .isInstanceOf(Missing.class)
        .hasMessage("there is no lamp")
        .extracting(failure -> ((Missing) failure).getFaultInfo())
        .isEqualTo("lamp");
    assertThatThrownBy(depot::fail)
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("out of order");
    assertThat(depot.add(1, 2)).isEqualTo(3);
  }

  @Test
  void callsOfCastile() throws Exception {
    start(Castile.server().sameVersion(false));

    callsAreRight(client().build());
    callsAreRight(client().mtom(100).build());
    callsAreRight(
        Castile.client(Depot.class)
            .endpoint(url("/depot12"))
            .soapVersion(SoapVersion.SOAP_1_2)
            .build());
  }

  @Test
  void callsOfCxf() throws Exception {
    start(Castile.server().sameVersion(false).mtom(100));

    callsAreRight(cxf(url("/depot"), "http://schemas.xmlsoap.org/wsdl/soap/http"));
    callsAreRight(cxf(url("/depot12"), "http://www.w3.org/2003/05/soap/bindings/HTTP/"));
  }

  @Test
  void theDescriptionLeadsToTheService() throws Exception {
    start(Castile.server().sameVersion(false));

    assertThat(send(request("/depot?wsdl").build()).body())
        .contains("location=\"" + url("/depot") + "\"");
    Depot depot =
        Service.create(
                URI.create(url("/depot?wsdl")).toURL(), new QName(Depot.NAMESPACE, "DepotService"))
            .getPort(Depot.class);
    assertThat(depot.add(1, 2)).isEqualTo(3);
    HttpResponse<String> none = send(request("/depot?xsd=99").build());
    assertThat(none.statusCode()).isEqualTo(404);
  }

  @Test
  void peopleGetPages() throws Exception {
    start(Castile.server().sameVersion(false));

    HttpResponse<String> list = send(request("/").build());
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    String path = URI.create(url("/depot")).getPath();
    assertThat(list.body()).contains("<a href=\"" + path + "\">/depot</a>: DepotService");
    HttpResponse<String> page = send(request("/depot").build());
    assertThat(page.body())
        .contains("<li>note (one-way)</li>", "<a href=\"" + path + "?wsdl\">WSDL</a>");
    HttpResponse<String> head =
        send(request("/depot").method("HEAD", HttpRequest.BodyPublishers.noBody()).build());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length"))
        .hasValue(Integer.toString(page.body().getBytes(UTF_8).length));
  }

  // ---- one-way, attachments, what is saved ----

  @Test
  void oneWayRequestsAreAnsweredBeforeTheyAreServed() throws Exception {
    start(Castile.server().sameVersion(false));

    client().build().note("late");
    assertThat(service.life()).containsExactly("begins");
    service.letThrough(1);
    service.awaitArrival();
    assertThat(service.life()).containsExactly("begins", "noted late");
  }

  @Test
  void answersThatFailAreNotTakenForWhole() throws Exception {
    start(Castile.server().sameVersion(false).mtom(0));

    Depot depot = client().mtom(0).build();
    assertThatThrownBy(() -> depot.broken().getInputStream().readAllBytes())
        .isInstanceOf(WebServiceException.class)
        .hasCauseInstanceOf(SoapTransportException.class);
    assertThat(depot.add(1, 2)).isEqualTo(3);
  }

  @Test
  void cacheAndDifferencesChangeNothingButCost() throws Exception {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("names").cache(true).ttl(Duration.ofMinutes(1)).build())
            .build();
    try (ResponseCache cache = ResponseCache.of(policy)) {
      start(Castile.server().sameVersion(false).cache(cache).differential(link));
      Depot depot = client().differential(true).build();

      for (int i = 0; i < 6; i++) {
        assertThat(depot.names(300)).isEqualTo(client().build().names(300)).hasSize(300);
      }
      assertThat(service.calls()).isEqualTo(1);
      assertThat(link.statistics().deltas()).isPositive();
      callsAreRight(depot);
    }
  }

  // ---- what is refused ----

  @Test
  void whatIsNoMessageIsRefused() throws Exception {
    start(Castile.server().sameVersion(false));

    assertThat(post("text/plain", ADD).statusCode()).isEqualTo(415);
    assertThat(post("text/xml", "<not closed").statusCode()).isEqualTo(500);
    assertThat(post("text/xml", "<not closed").body()).contains("Client");
    String unknown = String.format(ENVELOPE, "<d:subtract xmlns:d='urn:depot'/>");
    assertThat(post("text/xml", unknown).body()).contains("Client", "subtract");
    HttpRequest elsewhere = request("/other").POST(HttpRequest.BodyPublishers.noBody()).build();
    assertThat(send(elsewhere).statusCode()).isEqualTo(404);
    HttpResponse<String> deleted = send(request("/depot").DELETE().build());
    assertThat(deleted.statusCode()).isEqualTo(405);
    assertThat(deleted.headers().firstValue("Allow")).hasValue("POST, GET, HEAD");
    HttpRequest coded =
        request("/depot")
            .header("Content-Type", "text/xml")
            .header("Content-Encoding", "br")
            .POST(HttpRequest.BodyPublishers.ofString(ADD))
            .build();
    assertThat(send(coded).statusCode()).isEqualTo(415);
    assertThat(post("text/xml", ADD).body()).contains("<return>42</return>");
  }

  @Test
  void requestsWithAContentCodingAreServedWithinTheBounds() throws Exception {
    start(
        Castile.server()
            .sameVersion(false)
            .limits(
                XmlLimits.builder()
                    .maxBytes(10_000)
                    .maxDepth(64)
                    .maxAttributes(64)
                    .maxNameBytes(256)
                    .maxTextBytes(10_000)
                    .maxNamespaces(64)
                    .build()));

    HttpResponse<String> served = send(gzipped(ADD));
    assertThat(served.body()).contains("<return>42</return>");
    HttpResponse<String> refused = send(gzipped(ADD + " ".repeat(200_000)));
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("expected a message of at most 10000 bytes");
    HttpRequest damaged = coded(ADD.getBytes(UTF_8));
    assertThat(send(damaged).statusCode()).isEqualTo(400);
  }

  private HttpRequest gzipped(String message) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(content)) {
      gzip.write(message.getBytes(UTF_8));
    }
    return coded(content.toByteArray());
  }

  private HttpRequest coded(byte[] content) {
    return request("/depot")
        .header("Content-Type", "text/xml")
        .header("Content-Encoding", "gzip")
        .POST(HttpRequest.BodyPublishers.ofByteArray(content))
        .build();
  }

  @Test
  void requestsInChunksOfHttp10AreRefused() throws Exception {
    start(Castile.server().sameVersion(false));
    try (Socket socket =
        new Socket(InetAddress.getByName("localhost"), URI.create(url("/")).getPort())) {
      socket.setSoTimeout(20_000);
      String head =
          "POST "
              + URI.create(url("/depot")).getRawPath()
              + " HTTP/1.0\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n";
      String chunk = Integer.toHexString(ADD.length()) + "\r\n" + ADD + "\r\n0\r\n\r\n";
      socket.getOutputStream().write((head + chunk).getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.").contains(" 400 ").doesNotContain("<return>");
    }
  }

  @Test
  void messagesThatAreTooLargeAreRefused() throws Exception {
    start(
        Castile.server()
            .sameVersion(false)
            .limits(
                XmlLimits.builder()
                    .maxBytes(10_000)
                    .maxDepth(64)
                    .maxAttributes(64)
                    .maxNameBytes(256)
                    .maxTextBytes(10_000)
                    .maxNamespaces(64)
                    .build()));

    String large = ADD + " ".repeat(200_000);
    assertThat(post("text/xml", large).statusCode()).isEqualTo(413);
    HttpRequest chunked =
        request("/depot")
            .header("Content-Type", "text/xml")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(large.getBytes(UTF_8))))
            .build();
    assertThat(send(chunked).statusCode()).isEqualTo(413);
    assertThatThrownBy(() -> client().build().mirror(new byte[20_000]))
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("413");
    assertThat(client().build().add(1, 2)).isEqualTo(3);
  }

  @Test
  void requestsThatAreCutAreNotServed() throws Exception {
    start(Castile.server().sameVersion(false));

    String note = String.format(ENVELOPE, "<d:note xmlns:d='urn:depot'><text>cut</text></d:note>");
    String head =
        "POST "
            + URI.create(url("/depot")).getPath()
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n";
    service.letThrough(10);
    sendCut(head + "Content-Length: " + (note.length() + 1) + "\r\n\r\n" + note);
    sendCut(
        head
            + "Transfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(note.length())
            + "\r\n"
            + note
            + "\r\n");
    client().build().note("whole");
    service.awaitArrival();

    assertThat(service.life()).containsExactly("begins", "noted whole");
  }

  /** Sends the beginning of a request, and waits until the server has ended the connection. */
  private void sendCut(String part) throws IOException {
    try (Socket socket = new Socket("localhost", URI.create(running.base()).getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(part.getBytes(UTF_8));
      socket.shutdownOutput();
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(new String(answer, UTF_8)).doesNotContain("HTTP/1.1 20");
    }
  }

  @Test
  void requestsBeyondTheBoundsAreRefusedForNow() throws Exception {
    start(Castile.server().sameVersion(false).transport(t -> t.maxThreads(1).maxQueued(0)));

    CompletableFuture<Integer> held = CompletableFuture.supplyAsync(() -> client().build().hold(7));
    service.awaitArrival();
    HttpResponse<String> refused = post("text/xml", ADD);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    service.letThrough(1);
    assertThat(held.get()).isEqualTo(7);
    assertThat(post("text/xml", ADD).statusCode()).isEqualTo(200);
  }

  // ---- the end ----

  @Test
  void requestsUnderWayEndBeforeTheServicesDo() throws Exception {
    start(Castile.server().sameVersion(false).transport(t -> t.drain(Duration.ofSeconds(20))));

    CompletableFuture<Integer> held = CompletableFuture.supplyAsync(() -> client().build().hold(7));
    service.awaitArrival();
    Host.Running closing = running;
    running = null;
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(
            () -> {
              try {
                closing.close();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    service.letThrough(1);
    closed.get();

    assertThat(held.handle((answer, failure) -> true).get()).isTrue();
    assertThat(service.life()).containsExactly("begins", "held 7", "ends");
  }

  @Test
  void theServicesEndOnce() throws Exception {
    start(Castile.server().sameVersion(false));
    assertThat(service.life()).containsExactly("begins");

    running.close();
    running = null;

    assertThat(service.life()).containsExactly("begins", "ends");
  }
}
