package io.castile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import io.castile.template.TemplateOptions;
import io.castile.template.Templates;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The link towards ends that do not know it: gzip, zstd, and dcz of RFC 9842. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ContentCodingsTest extends TickerEnds {
  private void serve(DifferentialOptions options) {
    serve(builder -> builder.differential(Differential.of(options)));
  }

  // ---- the server, and clients that do not know the link ----

  private HttpResponse<byte[]> post(String body, String... fields) throws Exception {
    return post(body.getBytes(UTF_8), fields);
  }

  private HttpResponse<byte[]> post(byte[] body, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", "text/xml")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> items(String... fields) throws Exception {
    return post(itemsRequest(""), fields);
  }

  private static String coding(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("content-encoding").orElse("");
  }

  private static byte[] gunzipped(HttpResponse<byte[]> answer) throws Exception {
    return new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes();
  }

  @Test
  void whoTakesGzipGetsGzip() throws Exception {
    serve(DifferentialOptions.DEFAULT);
    byte[] plain = items().body();
    HttpResponse<byte[]> answer = items("Accept-Encoding", "gzip, deflate");
    assertThat(coding(answer)).isEqualTo("gzip");
    assertThat(answer.headers().firstValue("vary"))
        .hasValue("accept-encoding, available-dictionary");
    assertThat(answer.headers().firstValue("use-as-dictionary")).isEmpty();
    assertThat(answer.body().length).isLessThan(plain.length / 3);
    assertThat(gunzipped(answer)).isEqualTo(plain);
    assertThat(answer.headers().firstValue("castile")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "identity", "gzip;q=0", "gzip;q=0.5, identity", "br, none"})
  void whoDoesNotGetsTheMessage(String accepted) throws Exception {
    serve(DifferentialOptions.DEFAULT);
    HttpResponse<byte[]> answer = items("Accept-Encoding", accepted);
    assertThat(coding(answer)).isEmpty();
    assertThat(answer.body()).isEqualTo(items().body());
    assertThat(items().headers().firstValue("vary")).hasValue("Accept-Encoding");
  }

  @Test
  void smallMessagesAreLeftAsTheyAre() throws Exception {
    serve(DifferentialOptions.DEFAULT);
    HttpResponse<byte[]> small = post(request("", "put", ""), "Accept-Encoding", "gzip");
    assertThat(small.statusCode()).isEqualTo(200);
    assertThat(coding(small)).isEmpty();
    assertThat(small.headers().firstValue("vary")).isPresent();
  }

  /** Where a message declares its encoding itself, its bytes are not those that a reader sees. */
  @ParameterizedTest
  @ValueSource(strings = {"Accept-Encoding", "Castile"})
  void whoWritesInAnotherEncodingIsAnswered(String field) throws Exception {
    serve(DifferentialOptions.DEFAULT);
    String block = "<u:U xmlns:u=\"urn:u\">" + "\u00e9".repeat(3000) + "</u:U>";
    String declared = "<?xml version=\"1.0\" encoding=\"%s\"?>";
    String header = "<e:Header>" + block + "</e:Header>";
    String request = declared + itemsRequest(header);
    byte[] plain = items().body();
    service.calls.set(0);
    for (Charset charset : List.of(ISO_8859_1, UTF_16LE)) {
      byte[] body = request.formatted(charset.name()).getBytes(charset);
      HttpResponse<byte[]> answer = post(body, field, field.equals("Castile") ? "1" : "gzip, zstd");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(coding(answer).isEmpty() ? answer.body() : Zstd.decompress(answer.body()))
          .isEqualTo(plain);
      assertThat(answer.headers().firstValue("use-as-dictionary")).isEmpty();
    }
    assertThat(service.calls).hasValue(2);
  }

  private void serveChanged(UnaryOperator<SoapResponse> change) {
    serve(
        builder ->
            builder
                .differential(true)
                .interceptor(chain -> change.apply(chain.proceed(chain.request()))));
  }

  private static SoapResponse turned(SoapResponse response) {
    try {
      byte[] content = response.bytes().clone();
      for (int i = 0; i < content.length; i++) {
        content[i] ^= 1;
      }
      return response.withContent(content, Headers.of("content-encoding", "turned"));
    } catch (SoapException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept-Encoding", "Castile"})
  void whatTheApplicationHasCodedIsSentAsItIs(String field) throws Exception {
    serveChanged(ContentCodingsTest::turned);
    byte[] coded = items().body();
    for (int i = 0; i < 2; i++) {
      HttpResponse<byte[]> answer = items(field, field.equals("Castile") ? "1;p=u" : "gzip, zstd");
      assertThat(coding(answer)).isEqualTo("turned");
      assertThat(answer.body()).isEqualTo(coded);
      assertThat(answer.headers().firstValue("castile")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Vary", "vary"})
  void whatTheApplicationsAnswersDependOnIsToldToo(String name) throws Exception {
    serveChanged(response -> response.withHeaders(Headers.of(name, "Origin")));
    assertThat(items("Accept-Encoding", "gzip").headers().allValues("vary"))
        .containsExactly("Origin, accept-encoding, available-dictionary");
    for (String field : List.of("1", "1;p=u")) {
      assertThat(items("Castile", field).headers().allValues("vary"))
          .containsExactly("Origin, Castile");
    }
    assertThat(items().headers().allValues("vary")).containsExactly("Origin, Accept-Encoding");
  }

  @Test
  void clientsOfOneLinkShareTheirDictionaries() {
    serve(DifferentialOptions.DEFAULT);
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    for (int i = 0; i < 2; i++) {
      Transport foreign = toForeign(incoming -> incoming);
      client(builder -> builder.differential(link).transport(foreign)).items("m");
    }
    assertThat(sent.get(0)).doesNotContainKey("Available-Dictionary");
    assertThat(sent.get(1)).containsKey("Available-Dictionary");
  }

  @Test
  void codingsCanBeLeftOff() throws Exception {
    serve(DifferentialOptions.builder().codings(false).build());
    HttpResponse<byte[]> answer = items("Accept-Encoding", "gzip, zstd, dcz");
    assertThat(coding(answer)).isEmpty();
    assertThat(answer.headers().firstValue("use-as-dictionary")).isEmpty();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(
                        Differential.of(DifferentialOptions.builder().codings(false).build()))
                    .transport(toForeign(incoming -> incoming)));
    client.items("m");
    assertThat(sent.get(0)).doesNotContainKey("Accept-Encoding");
  }

  private static String named(byte[] dictionary) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(dictionary);
    return ':' + Base64.getEncoder().encodeToString(hash) + ':';
  }

  private static byte[] undictionaried(byte[] dictionary, byte[] content) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(dictionary);
    assertThat(Arrays.copyOfRange(content, 8, 40)).isEqualTo(hash);
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      context.loadDict(dictionary);
      byte[] frame = Arrays.copyOfRange(content, 40, content.length);
      return context.decompress(frame, (int) Zstd.getFrameContentSize(frame));
    }
  }

  @Test
  void whoHoldsAnAnswerGetsTheNextOneByDcz() throws Exception {
    serve(DifferentialOptions.DEFAULT);
    HttpResponse<byte[]> first = items("Accept-Encoding", "gzip, zstd");
    assertThat(coding(first)).isEqualTo("zstd");
    assertThat(first.headers().firstValue("use-as-dictionary")).hasValue("match=\"/shop\"");
    byte[] dictionary = Zstd.decompress(first.body(), 1 << 20);
    assertThat(dictionary).isEqualTo(items().body());
    service.change(5, 0);
    String[] fields = {
      "Accept-Encoding", "gzip, zstd, dcz", "Available-Dictionary", named(dictionary)
    };
    HttpResponse<byte[]> second = items(fields);
    assertThat(coding(second)).isEqualTo("dcz");
    assertThat(second.body().length).isLessThan(first.body().length / 4);
    assertThat(undictionaried(dictionary, second.body())).isEqualTo(items().body());
    assertThat(second.headers().firstValue("use-as-dictionary")).isPresent();
    fields[1] = "gzip, zstd";
    assertThat(coding(items(fields))).isEqualTo("zstd");
    fields[1] = "zstd;q=0, dcz;q=0, gzip";
    assertThat(coding(items(fields))).isEqualTo("gzip");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "::", ":AAAA:", ":47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:", "\"\""})
  void anUnknownDictionaryIsNotUsed(String named) throws Exception {
    serve(DifferentialOptions.DEFAULT);
    items("Accept-Encoding", "gzip, dcz");
    HttpResponse<byte[]> answer =
        items("Accept-Encoding", "gzip, dcz", "Available-Dictionary", named);
    assertThat(coding(answer)).isEqualTo("gzip");
    assertThat(gunzipped(answer)).isEqualTo(items().body());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneCallersAnswerIsNoDictionaryForAnother(boolean shared) throws Exception {
    serve(DifferentialOptions.builder().shared(shared).build());
    byte[] dictionary = items().body();
    String[] accepted = {"Accept-Encoding", "dcz", "Available-Dictionary", named(dictionary)};
    String[] mine = with(accepted, "Authorization", "Basic bWU6eA==");
    items(mine);
    assertThat(coding(items(mine))).isEqualTo("dcz");
    String other = shared ? "dcz" : "";
    assertThat(coding(items(with(accepted, "Authorization", "Basic eW91Ong=")))).isEqualTo(other);
    String block = "<e:Header><u:User xmlns:u=\"urn:u\">me</u:User></e:Header>";
    String asMe = itemsRequest(block);
    service.change(1, 0);
    accepted[3] = named(items().body());
    assertThat(coding(post(asMe, accepted))).isEqualTo("");
    assertThat(coding(post(asMe, accepted))).isEqualTo("dcz");
    assertThat(coding(post(asMe.replace(">me<", ">you<"), accepted))).isEqualTo(other);
    assertThat(coding(items(with(accepted, "Cookie", "a=1")))).isEqualTo(other);
  }

  /** Who asks something else might name a guess of the answer, and learn whether it is right. */
  @Test
  void nobodyIsToldWhetherAnAnswerToAnotherQuestionWasAsHeGuesses() throws Exception {
    serve(DifferentialOptions.DEFAULT);
    String asked = itemsRequest("");
    byte[] answer = post(asked, "Accept-Encoding", "zstd").body();
    String guess = named(Zstd.decompress(answer, 1 << 20));
    String[] fields = {"Accept-Encoding", "dcz", "Available-Dictionary", guess};
    assertThat(coding(post(asked.replace(">m<", ">n<"), fields))).isEmpty();
    assertThat(coding(post(asked, fields))).isEqualTo("dcz");
  }

  @Test
  void longAnswersAreStillMadeWhileTheyAreSent() {
    Templates short100 =
        Templates.builder().layout(TemplateOptions.builder().maxArrayItems(100).build()).build();
    Differential link = Differential.of(DifferentialOptions.builder().typed(false).build());
    serve(
        builder ->
            builder.publish("/numbers", new Numbers()).templates(short100).differential(link));
    Numbered client =
        Castile.client(Numbered.class).endpoint(server.url("/numbers")).differential(true).build();
    keep((AutoCloseable) client);
    for (int i = 0; i < 3; i++) {
      assertThat(client.upTo(1000)).isEqualTo(IntStream.range(0, 1000).toArray());
      assertThat(client.upTo(10)).isEqualTo(IntStream.range(0, 10).toArray());
    }
    assertThat(link.statistics().full() + link.statistics().deltas()).isEqualTo(3);
  }

  /** Numbers, as many as are wanted. */
  @WebService(name = "Numbered", targetNamespace = "urn:castile:numbers")
  public interface Numbered {
    /** The numbers below a bound. */
    @WebMethod
    int[] upTo(@WebParam(name = "bound") int bound);
  }

  /** The service. */
  @WebService(
      endpointInterface = "io.castile.ContentCodingsTest$Numbered",
      targetNamespace = "urn:castile:numbers")
  public static final class Numbers implements Numbered {
    @Override
    public int[] upTo(int bound) {
      return IntStream.range(0, bound).toArray();
    }
  }

  private static String[] with(String[] fields, String... more) {
    String[] all = Arrays.copyOf(fields, fields.length + more.length);
    System.arraycopy(more, 0, all, fields.length, more.length);
    return all;
  }

  // ---- the client, and servers that do not know the link ----

  private final List<Map<String, String>> sent = new ArrayList<>();
  private final List<String> codings = new ArrayList<>();

  /** Takes the link's own field out of requests, as if the server did not know it. */
  private Transport toForeign(UnaryOperator<Transport.Incoming> change) {
    return http(
        (message, http) -> {
          Headers headers = message.headers().without("Castile");
          sent.add(headers.toMap());
          Transport.Incoming incoming =
              http.send(new Transport.Outgoing(message.endpoint(), headers, message.content()));
          codings.add(coding(incoming));
          return change.apply(incoming);
        });
  }

  private Ticker foreign(UnaryOperator<Transport.Incoming> change) {
    return client(builder -> builder.differential(true).transport(toForeign(change)));
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aForeignServerIsAskedForWhatItKnows(SoapVersion version) {
    serve(DifferentialOptions.DEFAULT);
    Ticker client =
        client(
            builder ->
                builder
                    .soapVersion(version)
                    .differential(true)
                    .transport(toForeign(incoming -> incoming)));
    for (int i = 0; i < 4; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(10, i);
    }
    assertThat(codings).containsExactly("zstd", "dcz", "dcz", "dcz");
    assertThat(sent.get(0)).containsEntry("Accept-Encoding", "gzip, zstd");
    assertThat(sent.get(0)).doesNotContainKey("Available-Dictionary");
    assertThat(sent.get(1)).containsEntry("Accept-Encoding", "gzip, zstd, dcz");
    assertThatThrownBy(() -> client.fail("badly")).hasMessageContaining("badly");
  }

  @ParameterizedTest
  @ValueSource(strings = {"match=\"/elsewhere\"", "match=\"*\", type=tables", "nonsense\""})
  void whatIsNoDictionaryForTheEndpointIsNotKept(String use) {
    serve(DifferentialOptions.DEFAULT);
    Ticker client = foreign(incoming -> with(incoming, "use-as-dictionary", use));
    client.items("m");
    client.items("m");
    assertThat(codings).containsExactly("zstd", "zstd");
    assertThat(sent.get(1)).doesNotContainKey("Available-Dictionary");
  }

  @Test
  void whatIsNotToBeStoredIsNotKept() {
    serve(DifferentialOptions.DEFAULT);
    Ticker client = foreign(incoming -> with(incoming, "cache-control", "private, no-store"));
    client.items("m");
    client.items("m");
    assertThat(codings).containsExactly("zstd", "zstd");
  }

  @Test
  void aServerWithoutCodingsIsAnOrdinaryOne() {
    serve(DifferentialOptions.builder().codings(false).build());
    Ticker client = foreign(incoming -> incoming);
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
    }
    assertThat(codings).containsExactly("", "", "");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whatCannotBeDecodedFailsOneCallThatIsNotRepeated(int damaged) {
    serve(DifferentialOptions.DEFAULT);
    Ticker client =
        foreign(
            incoming -> {
              if (codings.size() - 1 == damaged) {
                incoming.body()[incoming.body().length - 1] ^= 1;
              }
              return incoming;
            });
    List<Item> expected = plain().items("m");
    for (int i = 0; i < damaged; i++) {
      assertThat(client.items("m")).isEqualTo(expected);
    }
    int calls = service.calls.get();
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(damaged == 0 ? "content coding zstd" : "content coding dcz")
        .hasMessageContaining("could not be decoded");
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(codings.get(damaged + 1)).isEmpty();
    assertThat(sent.get(damaged + 1))
        .containsEntry("Accept-Encoding", "identity")
        .doesNotContainKey("Available-Dictionary");
  }

  @Test
  void aServerThatHasForgottenTheDictionarySendsTheMessage() throws Exception {
    serve(DifferentialOptions.DEFAULT);
    Ticker client = foreign(incoming -> incoming);
    client.items("m");
    serveAnew(builder -> builder.differential(true));
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    client.items("m");
    assertThat(codings).containsExactly("zstd", "zstd", "dcz");
  }

  @Test
  void whatTheApplicationAsksForIsItsOwn() {
    serve(DifferentialOptions.DEFAULT);
    Ticker client =
        client(
            builder ->
                builder
                    .differential(true)
                    .header("accept-encoding", "identity")
                    .transport(toForeign(incoming -> incoming)));
    client.items("m");
    assertThat(sent.get(0)).containsEntry("accept-encoding", "identity");
    assertThat(sent.get(0)).doesNotContainKey("Accept-Encoding");
  }

  @Test
  void usersHaveDictionariesOfTheirOwn() {
    serve(DifferentialOptions.DEFAULT);
    Ticker client = foreign(incoming -> incoming);
    Map<String, Object> context = ((BindingProvider) client).getRequestContext();
    context.put(BindingProvider.PASSWORD_PROPERTY, "x");
    for (int i = 0; i < 4; i++) {
      context.put(BindingProvider.USERNAME_PROPERTY, "user " + i % 2);
      client.items("m");
    }
    assertThat(codings).containsExactly("zstd", "zstd", "dcz", "dcz");
  }

  // ---- between two ends that know the link ----

  private static byte[] coded(String coding, byte[] content) {
    if (coding.equals("zstd")) {
      return Zstd.compress(content);
    }
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        coding.equals("deflate") ? new DeflaterOutputStream(coded) : new GZIPOutputStream(coded)) {
      out.write(content);
    } catch (IOException e) {
      throw new AssertionError("no writing but to memory", e);
    }
    return coded.toByteArray();
  }

  /** Codes answers again on their way, and says so. */
  private static Transport.Incoming coded(Transport.Incoming answer, String... codings) {
    byte[] content = answer.body();
    String said = coding(answer);
    for (String coding : codings) {
      content = coded(coding, content);
      said += (said.isEmpty() ? "" : " , ") + coding;
    }
    Transport.Incoming coded = new Transport.Incoming(answer.status(), answer.headers(), content);
    return with(coded, "content-encoding", said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "zstd",
        "X-GZIP",
        "deflate",
        "deflate,gzip",
        "gzip,zstd",
        "zstd,gzip,gzip,x-gzip"
      })
  void whatIsCodedAgainOnItsWayIsDecoded(String codings) {
    serve(DifferentialOptions.DEFAULT);
    String[] names = codings.split(",");
    for (boolean asks : new boolean[] {true, false}) {
      Differential link = Differential.of(DifferentialOptions.builder().codings(asks).build());
      List<String> came = new ArrayList<>();
      Ticker client =
          client(
              builder ->
                  builder
                      .differential(link)
                      .interceptor(
                          chain -> {
                            SoapResponse response = chain.proceed(chain.request());
                            came.add(response.headers().get("content-encoding"));
                            return response;
                          })
                      .transport(
                          altering(
                              answer ->
                                  asks || !coding(answer).isEmpty()
                                      ? coded(answer, names)
                                      : answer)));
      for (int i = 0; i < 3; i++) {
        assertThat(client.items("m")).isEqualTo(service.items("m"));
        service.change(5, 1);
      }
      assertThat(came).containsExactly(null, null, null);
      assertThat(link.statistics().deltas()).isEqualTo(2);
      assertThat(link.statistics().mismatches()).isZero();
    }
  }

  @Test
  void aDictionaryIsUsedUnderOtherCodings() {
    serve(DifferentialOptions.DEFAULT);
    Ticker client = foreign(answer -> coded(answer, "gzip"));
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(5, 1);
    }
    assertThat(codings).containsExactly("zstd", "dcz", "dcz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csd, br", "br, csd", "gzip, csd", "csd, csd", "csd, br, gzip"})
  void whatIsNotKnownAroundADeltaFailsOneCallThatIsNotRepeated(String codings) {
    serve(DifferentialOptions.DEFAULT);
    List<Map<String, String>> asked = new ArrayList<>();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(true)
                    .transport(
                        http(
                            (message, http) -> {
                              asked.add(message.headers().toMap());
                              Transport.Incoming answer = http.send(message);
                              return asked.size() == 2
                                  ? with(answer, "content-encoding", codings)
                                  : answer;
                            })));
    client.items("m");
    int calls = service.calls.get();
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("content coding " + codings)
        .hasMessageContaining("nothing but gzip, deflate, zstd or dcz around a delta");
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(asked.get(2)).containsEntry("Accept-Encoding", "identity");
  }

  /** What an application has coded its own interceptors decode. */
  @Test
  void whatTheApplicationMayKnowIsLeft() {
    serveChanged(ContentCodingsTest::turned);
    Ticker client =
        client(
            builder ->
                builder
                    .differential(true)
                    .interceptor(
                        chain -> {
                          SoapResponse response = chain.proceed(chain.request());
                          assertThat(response.headers().toMap())
                              .containsEntry("content-encoding", "turned");
                          return response.withMessage(turned(response).bytes());
                        })
                    .transport(altering(answer -> coded(answer, "gzip"))));
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
    }
  }

  @Test
  void nothingIsAddedOnceTheServerHasSaidThatItKnowsTheLink() {
    serve(DifferentialOptions.DEFAULT);
    List<Map<String, String>> plain = new ArrayList<>();
    List<Map<String, String>> linked = new ArrayList<>();
    Ticker without = client(builder -> builder.transport(recording(plain)));
    Ticker with = client(builder -> builder.differential(true).transport(recording(linked)));
    for (int i = 0; i < 3; i++) {
      without.items("m");
      with.items("m");
    }
    assertThat(linked.get(0)).containsKeys("Accept-Encoding", "Castile");
    for (int i = 2; i < 6; i += 2) {
      assertThat(length(linked.get(i)) - length(plain.get(i))).isBetween(1, 79);
      assertThat(length(linked.get(i + 1)) - length(plain.get(i + 1))).isBetween(1, 79);
    }
  }

  private static int length(Map<String, String> headers) {
    return headers.entrySet().stream()
        .filter(field -> !field.getKey().equalsIgnoreCase("content-length"))
        .mapToInt(field -> field.getKey().length() + field.getValue().length() + 4)
        .sum();
  }

  /** Keeps the header fields of each request, and then those of its response. */
  private static Transport recording(List<Map<String, String>> fields) {
    return http(
        (message, http) -> {
          fields.add(message.headers().toMap());
          Transport.Incoming incoming = http.send(message);
          fields.add(incoming.headers().toMap());
          return incoming;
        });
  }
}
