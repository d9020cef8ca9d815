package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.template.Templates;
import io.castile.template.internal.TemplateStore;
import io.castile.template.read.ReadStatistics;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Messages that are read while they arrive and written while they leave mean what they mean as a
 * whole: the oracle is the same call with a link at both ends that needs bytes.
 */
@Tag("long")
class LargeMessagesTest {
  /** Of a bean, some 100 bytes of a message each. */
  private static final int ROWS = 60_000;

  private static final int NUMBERS = 300_000;
  private static final String BAD = "\u0001";

  /** A service with messages of any size. */
  @WebService(targetNamespace = "urn:large")
  public interface Large {
    /** Returns numbers. */
    double[] numbers(int count);

    /** Returns the sum of numbers. */
    double sum(double[] numbers);

    /** Returns rows, of which the last says {@code last}. */
    List<Row> rows(int count, String last);

    /** Returns how many rows there are, and what the last says. */
    String count(List<Row> rows, String more);
  }

  /** A row. */
  public static class Row {
    public int id;
    public String text;
    public Double price;

    static Row of(int id, String text) {
      Row row = new Row();
      row.id = id;
      row.text = text;
      row.price = id % 7 == 0 ? null : id / 3.0;
      return row;
    }

    String values() {
      return id + " " + text + " " + price;
    }
  }

  /** The service. */
  @WebService(targetNamespace = "urn:large")
  public static class LargeService implements Large {
    @Override
    public double[] numbers(int count) {
      return new Random(count).doubles(count).toArray();
    }

    @Override
    public double sum(double[] numbers) {
      double sum = 0;
      for (double number : numbers) {
        sum += number;
      }
      return sum;
    }

    @Override
    public List<Row> rows(int count, String last) {
      return LargeMessagesTest.rows(count, last.equals("bad") ? BAD : last);
    }

    @Override
    public String count(List<Row> rows, String more) {
      return rows.size() + rows.get(rows.size() - 1).values() + more;
    }
  }

  private static final Interceptor WANTS_BYTES = new WholeMessages();

  private static SoapServer plain;
  private static SoapServer whole;

  private static List<Row> rows(int count, String last) {
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      rows.add(Row.of(i, i % 5 == 0 ? "a < b & \u20ac " + i : "text of row " + i));
    }
    rows.add(Row.of(count, last));
    return rows;
  }

  @BeforeAll
  static void start() {
    plain = Castile.server().port(0).publish("/large", new LargeService()).start();
    whole =
        Castile.server()
            .port(0)
            .interceptor(WANTS_BYTES)
            .publish("/large", new LargeService())
            .start();
  }

  @AfterAll
  static void stop() {
    plain.close();
    whole.close();
  }

  private static String url(SoapServer server) {
    return "http://localhost:" + server.port() + "/large";
  }

  /** Of both servers, with and without a link that needs bytes: all but the first hold some. */
  private static List<Large> ports() {
    List<Large> ports = new ArrayList<>();
    for (SoapServer server : List.of(plain, whole)) {
      ports.add(Castile.client(Large.class).endpoint(url(server)).build());
      ports.add(Castile.client(Large.class).endpoint(url(server)).interceptor(WANTS_BYTES).build());
    }
    return ports;
  }

  @Test
  void valuesAreThoseOfTheWholeMessage() {
    double[] numbers = new LargeService().numbers(NUMBERS);
    List<Row> rows = rows(ROWS, "last");
    for (Large port : ports()) {
      for (int round = 0; round < 2; round++) {
        assertThat(port.numbers(NUMBERS)).isEqualTo(numbers);
        assertThat(port.sum(numbers)).isEqualTo(new LargeService().sum(numbers));
        assertThat(port.count(rows, "more")).isEqualTo(new LargeService().count(rows, "more"));
        assertThat(port.rows(ROWS, "last"))
            .extracting(Row::values)
            .containsExactlyElementsOf(rows.stream().map(Row::values).toList());
        assertThat(port.numbers(3)).isEqualTo(new LargeService().numbers(3));
        assertThat(port.sum(new double[] {1, 2})).isEqualTo(3);
      }
    }
  }

  @Test
  void aValueThatCannotBeWrittenIsToldAsInASmallMessage() {
    for (Large port : ports()) {
      for (int count : new int[] {10, ROWS, ROWS, 10}) {
        assertThatThrownBy(() -> port.count(rows(count, BAD), ""))
            .isInstanceOf(WebServiceException.class)
            .hasMessageContaining("an argument of operation count cannot be written")
            .hasMessageContaining("U+0001");
      }
      assertThat(port.count(rows(10, "good"), "")).startsWith("1010 good");
    }
  }

  @Test
  void anAnswerThatCannotBeWrittenToItsEndIsNoAnswer() {
    for (Large port : ports()) {
      assertThatThrownBy(() -> port.rows(10, "bad")).isInstanceOf(SOAPFaultException.class);
      for (int round = 0; round < 2; round++) {
        assertThatThrownBy(() -> port.rows(ROWS, "bad")).isInstanceOf(WebServiceException.class);
      }
      assertThat(port.rows(10, "good")).hasSize(10);
    }
  }

  @Test
  void aLargeRequestThatIsWrongIsRefusedAsTheWholeOne() throws Exception {
    String start =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header><x:a"
            + " xmlns:x='urn:x'>block</x:a></s:Header><s:Body><l:sum xmlns:l='urn:large'>";
    String end = "</l:sum></s:Body></s:Envelope>";
    String items = "<arg0>1.5</arg0>".repeat(LargeMessages.BYTES / 16 + 1000);
    for (String message :
        List.of(
            start + items + end,
            start + items + "<arg0>x</arg0>" + items + end,
            start + items + "</arg0>" + items + end,
            start + items,
            start + items + end + "<more/>",
            start.replace("l:sum", "l:none") + items + end.replace("l:sum", "l:none"),
            start.replace("<x:a", "<x:a s:mustUnderstand='1'") + items + end)) {
      for (boolean isChunked : new boolean[] {false, true}) {
        assertThat(post(plain, message, isChunked)).isEqualTo(post(whole, message, isChunked));
      }
    }
  }

  private static String post(SoapServer server, String message, boolean isChunked)
      throws IOException, InterruptedException {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(bytes);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url(server)))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(isChunked ? HttpRequest.BodyPublishers.fromPublisher(body) : body)
            .build();
    HttpResponse<String> response =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request, HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }

  @Test
  void aLargeAnswerThatIsWrongFailsAsTheWholeOne() throws Exception {
    String start =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<l:numbersResponse xmlns:l='urn:large'>";
    String end = "</l:numbersResponse></s:Body></s:Envelope>";
    String items = "<return>1.5</return>".repeat(LargeMessages.BYTES / 20 + 1000);
    for (String message :
        List.of(
            start + items + "<return>x</return>" + items + end,
            start + items + "</x>" + items + end,
            start + items,
            start.replace("numbersR", "otherR") + items + end.replace("numbersR", "otherR"))) {
      for (boolean isChunked : new boolean[] {false, true}) {
        Throwable streamed = failure(answer(message, isChunked), false);
        Throwable held = failure(answer(message, isChunked), true);

        assertThat(streamed.getMessage()).isEqualTo(held.getMessage());
        assertThat(streamed.getCause()).hasSameClassAs(held.getCause());
      }
    }
  }

  @Test
  void anAnswerThatEndsTooEarlyIsAFailureOfTheTransport() throws Exception {
    String message =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<l:numbersResponse xmlns:l='urn:large'>"
            + "<return>1.5</return>".repeat(LargeMessages.BYTES / 20 + 1000);
    String cut = answer(message, false).replaceFirst("Length: ", "Length: 9");

    assertThat(failure(cut, false)).hasMessageContaining("the connection ended after");
  }

  /** What Content-Length says beside Transfer-Encoding counts for nothing (RFC 9112 §6.3). */
  @Test
  void aLengthBesideChunksIsNotLookedAt() throws Exception {
    String message =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<l:numbersResponse xmlns:l='urn:large'><return>1.5</return></l:numbersResponse>"
            + "</s:Body></s:Envelope>";
    String answer =
        answer(message, true)
            .replaceFirst("Transfer", "Content-Length: 12345678, 12345678\r\nTransfer");
    try (OneShotServer server = OneShotServer.answering(answer)) {
      Large port =
          Castile.client(Large.class)
              .endpoint("http://localhost:" + server.port() + "/large")
              .build();

      assertThat(port.numbers(1)).hasSize(1);
    }
  }

  private static Throwable failure(String answer, boolean wantsBytes) throws IOException {
    try (OneShotServer server = OneShotServer.answering(answer)) {
      ClientBuilder<Large> builder =
          Castile.client(Large.class).endpoint("http://localhost:" + server.port() + "/large");
      Large port = (wantsBytes ? builder.interceptor(WANTS_BYTES) : builder).build();
      return catchThrowable(() -> port.numbers(1));
    }
  }

  private static String answer(String message, boolean isChunked) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n";
    if (!isChunked) {
      return head + "Content-Length: " + message.length() + "\r\n\r\n" + message;
    }
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    for (int i = 0; i < message.length(); i += 10_007) {
      String chunk = message.substring(i, Math.min(message.length(), i + 10_007));
      String line = Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n";
      chunks.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    }
    return head
        + "Transfer-Encoding: chunked\r\n\r\n"
        + chunks.toString(StandardCharsets.UTF_8)
        + "0\r\n\r\n";
  }

  /** The link keeps their bytes; a template of them would be four times as much. */
  @Test
  void largeAnswersThatComeAsDeltasAreReadPlainly() throws Exception {
    Templates templates = Templates.builder().maxReadBytes(256 << 20).build();
    try (SoapServer linked =
        Castile.server().port(0).differential(true).publish("/large", new LargeService()).start()) {
      Large client =
          Castile.client(Large.class)
              .endpoint(url(linked))
              .differential(Differential.of(DifferentialOptions.builder().typed(false).build()))
              .templates(templates)
              .build();
      for (String last : List.of("1", "2", "3", "4", "5", "5")) {
        assertThat(client.rows(ROWS, last).stream().map(Row::values))
            .containsExactlyElementsOf(rows(ROWS, last).stream().map(Row::values).toList());
      }
      ReadStatistics read = TemplateStore.of(templates).reading().statistics();
      ((AutoCloseable) client).close();
      assertThat(read.totalBytes()).isZero();
    }
  }
}
