package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Parameters in the header that go as values: the same as those of XML, and as safe. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedHeadersTest extends TypedHeaderKinds {
  private static final DifferentialOptions CHECKED = DifferentialOptions.builder().audit(1).build();

  private final Differential clientLink = Differential.of(CHECKED);
  private final Differential serverLink = Differential.of(CHECKED);
  private final List<AutoCloseable> open = new ArrayList<>();

  /** The contents that went each way. */
  private final List<byte[]> requests = new ArrayList<>();

  private final List<byte[]> answers = new ArrayList<>();
  private UnaryOperator<byte[]> changeRequest = content -> content;
  private UnaryOperator<byte[]> changeAnswer = content -> content;
  private SoapServer server;

  private void serve(Object service) {
    serve(service, builder -> builder.differential(serverLink), 0);
  }

  private void serve(Object service, UnaryOperator<ServerBuilder> options, int port) {
    ServerBuilder builder = Castile.server().sameVersion(false).host("localhost").port(port);
    server = options.apply(builder).publish("/heads", service).start();
    open.add(server);
  }

  private <T> T client(Class<T> type, UnaryOperator<ClientBuilder<T>> options) {
    T client = options.apply(Castile.client(type).endpoint(server.url("/heads"))).build();
    open.add((AutoCloseable) client);
    return client;
  }

  private <T> T linked(Class<T> type) {
    return client(type, builder -> builder.differential(clientLink).transport(tapped()));
  }

  private <T> T plain(Class<T> type) {
    return client(type, builder -> builder);
  }

  private Transport tapped() {
    return TickerEnds.http(
        (message, http) -> {
          byte[] content = TickerEnds.bytes(message.content());
          requests.add(content.clone());
          byte[] changed = changeRequest.apply(content);
          Transport.Incoming answer =
              http.send(
                  new Transport.Outgoing(
                      message.endpoint(),
                      message.headers(),
                      Payload.of(changed, changed.length),
                      message.options(),
                      message.intake()));
          answers.add(answer.body().clone());
          return new Transport.Incoming(
              answer.status(), answer.headers(), changeAnswer.apply(answer.body().clone()));
        });
  }

  private static boolean isXml(byte[] content) {
    return TypedRequestEnds.isXml(content);
  }

  private static boolean isValues(byte[] request) {
    return TypedRequestEnds.isValues(request);
  }

  private static long xmls(List<byte[]> contents) {
    return contents.stream().filter(TypedHeadersTest::isXml).count();
  }

  /** The ends have prefixes of their own, so that a text which may have one tells no sender. */
  @ParameterizedTest
  @ValueSource(strings = {"n1:1", "n2:1", "n3:x", "5-n1:1"})
  void damagedAnswersToTextsThatMayHavePrefixesAreNotLost(String text) {
    HeadsService service = new HeadsService();
    serve(service);
    plain(Heads.class).near("text", "near"); // which numbers the prefixes of the server
    Heads linked = linked(Heads.class);
    for (int i = 0; i < 4; i++) {
      linked.far("text", text, text);
    }
    int calls = service.calls.size();
    changeAnswer =
        content -> {
          content[8] ^= (byte) (content[0] < 0x23 ? 1 : 0); // of values
          return content;
        };
    assertThat(described(linked.far("text", text, text)))
        .isEqualTo(described(plain(Heads.class).far("text", text, text)));
    assertThat(service.calls).hasSize(calls + 2);
    assertThat(serverLink.statistics().unknownBases()).isZero();
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private static <T> String outcome(T client, Function<T, Object> call) {
    try {
      return described(call.apply(client));
    } catch (WebServiceException e) {
      return e.getMessage();
    }
  }

  private <T> void same(T linked, T plain, List<Function<T, Object>> calls) {
    for (int round = 0; round < 3; round++) {
      for (Function<T, Object> call : calls) {
        assertThat(outcome(linked, call)).isEqualTo(outcome(plain, call));
      }
    }
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(serverLink.statistics().unknownBases())
        .as("a request as values has the identity of that as XML")
        .isZero();
  }

  private static Node tree() {
    Node node = Node.of("root", Node.of("a", Node.of("b")), Node.of("c"));
    node.number = 4;
    node.numbers = new double[] {1, -0.0};
    node.item = new Item("i", "1E+3", 2, Item.Color.GREEN, "a", "", " b ");
    return node;
  }

  private static Object out(Heads heads, String text, String session) {
    Holder<String> both = new Holder<>(session);
    Holder<Node> seen = new Holder<>(Node.of("not sent"));
    Holder<Integer> left = new Holder<>(5);
    List<Node> nodes = heads.out(text, both, seen, left);
    return Arrays.asList(nodes, both.value, seen.value, left.value);
  }

  private static final List<Function<Heads, Object>> CALLS =
      List.of(
          heads -> heads.in("text", "token", 3, tree()),
          heads -> heads.in("text", "token", 4, Node.of(null)),
          heads -> heads.in("text", null, 0, null),
          heads -> heads.in(null, "", -1, new Node()),
          heads -> heads.in("", " \t\r\n<&>]]>\u00e9\ud83d\ude00", 1, null),
          heads -> heads.in("forbidden", "\u0001", 1, null),
          heads -> out(heads, "text", null),
          heads -> out(heads, "text", "session"),
          heads -> out(heads, "other", ""),
          heads -> out(heads, null, "session"),
          heads -> heads.lists("t", List.of("a", "b"), new double[] {1, 2}, new String[] {"x"}),
          heads -> heads.lists("t", List.of("a b", ""), new double[0], new String[] {"", null}),
          heads -> heads.lists("t", List.of(), null, new String[0]),
          heads -> heads.lists("t", null, null, null),
          heads -> heads.notice("t", Notice.of("n", null)),
          heads -> heads.notice("t", null),
          heads -> heads.any("t", null));

  // ---- the same as of XML ----

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void parametersInTheHeaderAreThoseOfXml(SoapVersion version) {
    serve(new HeadsService());
    Heads linked =
        client(
            Heads.class,
            builder -> builder.differential(clientLink).soapVersion(version).transport(tapped()));
    Heads plain = client(Heads.class, builder -> builder.soapVersion(version));
    same(linked, plain, CALLS);
    assertThat(requests.stream().filter(TypedHeadersTest::isValues).count())
        .isGreaterThan(2 * CALLS.size());
    assertThat(xmls(answers)).isZero();
  }

  @Test
  void aResultInTheHeaderIsThatOfXml() {
    serve(new HeadsService());
    same(
        linked(Heads.class),
        plain(Heads.class),
        List.of(heads -> heads.result("a"), heads -> heads.result(null)));
  }

  @Test
  void partsOfRpcAreThoseOfXml() {
    serve(new RpcHeadsService());
    List<Function<RpcHeads, Object>> calls = new ArrayList<>();
    for (String session : new String[] {"x", "", "y", null}) {
      for (Node node : new Node[] {tree(), new Node(), null}) {
        calls.add(
            heads -> {
              Holder<String> both = new Holder<>(session);
              return Arrays.asList(heads.take("text", node, both), both.value);
            });
      }
    }
    same(linked(RpcHeads.class), plain(RpcHeads.class), calls);
    assertThat(xmls(requests)).isEqualTo(1);
    assertThat(xmls(answers)).isZero();
  }

  @Test
  void resultsThatTheCallerDoesNotChangeHaveTheBlocksTheyHadBefore() {
    serve(new HeadsService());
    Heads linked = client(Heads.class, builder -> builder.differential(clientLink).readOnly(true));
    same(linked, plain(Heads.class), CALLS);
    Holder<Node> first = new Holder<>();
    Holder<Node> second = new Holder<>();
    linked.out("text", new Holder<>("session"), first, new Holder<>());
    linked.out("text", new Holder<>("session"), second, new Holder<>());
    assertThat(second.value).isSameAs(first.value);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void templatesStandAside(boolean hasTemplates) {
    Templates templates = hasTemplates ? Templates.builder().build() : Templates.off();
    serve(new HeadsService(), builder -> builder.differential(serverLink).templates(templates), 0);
    Heads linked =
        client(
            Heads.class,
            builder -> builder.differential(clientLink).templates(templates).transport(tapped()));
    same(linked, plain(Heads.class), CALLS);
  }

  /** The link says in a header block what it says in a header field otherwise. */
  @Test
  void theLinkMayHaveABlockOfItsOwn() {
    Differential inBlock = Differential.of(CHECKED.toBuilder().soapHeader(true).build());
    serve(new HeadsService());
    Heads linked = client(Heads.class, builder -> builder.differential(inBlock));
    same(linked, plain(Heads.class), CALLS);
    assertThat(inBlock.statistics().mismatches()).isZero();
    assertThat(inBlock.statistics().unknownRequestBases()).isZero();
  }

  // ---- what goes as XML ----

  @Test
  void aBlockThatMustBeUnderstoodIsXml() {
    serve(new HeadsService());
    same(
        linked(Heads.class),
        plain(Heads.class),
        List.of(
            heads -> heads.notice("t", Notice.of("n", true)),
            heads -> heads.notice("t", Notice.of("n", false))));
    assertThat(xmls(requests)).isEqualTo(6);
    assertThat(new String(requests.get(5), UTF_8)).contains("mustUnderstand=\"false\"");
  }

  @Test
  void aBlockWithoutColumnsIsXml() {
    serve(new HeadsService());
    same(linked(Heads.class), plain(Heads.class), List.of(heads -> heads.any("t", 5)));
    assertThat(xmls(requests)).isEqualTo(3);
  }

  /** It goes as its difference to the last one. */
  @Test
  void aLargeRequestIsXml() {
    serve(new HeadsService());
    Heads linked = linked(Heads.class);
    Heads plain = plain(Heads.class);
    String text = "a large text ".repeat(100);
    for (int i = 0; i < 8; i++) {
      String token = "token " + i / 4; // a block tells senders apart
      String now = text + i;
      assertThat(linked.in(now, token, 1, null)).isEqualTo(plain.in(now, token, 1, null));
    }
    assertThat(requests).noneMatch(TypedHeadersTest::isValues);
    assertThat(clientLink.statistics().requestDeltas()).isGreaterThan(4);
    assertThat(xmls(answers)).isZero();
  }

  /** Adds a block to each message that it passes on. */
  private static final class Adding implements Interceptor {
    private static final SoapHeader BLOCK = SoapHeader.of(new QName("urn:more", "more"), "more");
    private final boolean toRequests;

    Adding(boolean toRequests) {
      this.toRequests = toRequests;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapRequest request = chain.request();
      return toRequests
          ? chain.proceed(request.withSoapHeaders(List.of(BLOCK)))
          : chain.proceed(request).withSoapHeaders(List.of(BLOCK));
    }
  }

  @Test
  void aMessageToWhichABlockIsAddedIsXml() {
    serve(new HeadsService());
    Heads linked =
        client(
            Heads.class,
            builder ->
                builder.differential(clientLink).transport(tapped()).interceptor(new Adding(true)));
    same(linked, plain(Heads.class), CALLS.subList(0, 4));
    assertThat(requests).noneMatch(TypedHeadersTest::isValues);

    requests.clear();
    answers.clear();
    serve(
        new HeadsService(),
        builder -> builder.differential(serverLink).interceptor(new Adding(false)),
        0);
    same(linked(Heads.class), plain(Heads.class), CALLS.subList(6, 10));
    assertThat(xmls(requests)).isEqualTo(1);
    assertThat(answers.get(answers.size() - 1)[0] >>> 4).as("no values").isNotEqualTo(2);
    assertThat(new String(answers.get(0), UTF_8)).contains("more</");
  }

  @Test
  void whereAnInterceptorOfTheServerNeedsBlocksRequestsAreXml() {
    List<String> seen = new ArrayList<>();
    serve(
        new HeadsService(),
        builder ->
            builder
                .differential(serverLink)
                .interceptor(
                    new WholeMessages(
                        chain -> {
                          chain.request().soapHeaders().forEach(each -> seen.add(each.text()));
                          return chain.proceed(chain.request());
                        })),
        0);
    Heads linked = linked(Heads.class);
    for (int i = 0; i < 3; i++) {
      linked.in("text", "token " + i, 1, null);
    }
    assertThat(seen).containsExactly("token 0", "1", "token 1", "1", "token 2", "1");
    assertThat(xmls(requests)).isEqualTo(3);
  }

  @Test
  void answersWithBlocksOfTheServersCacheAreXml() {
    HeadsService service = new HeadsService();
    serve(service, builder -> builder.differential(serverLink).cache(CachedShop.minute()), 0);
    Heads linked = linked(Heads.class);
    String first = described(out(linked, "text", "session"));
    for (int i = 0; i < 3; i++) {
      assertThat(described(out(linked, "text", "session"))).isEqualTo(first);
      assertThat(described(out(linked, "text", "other"))).contains("other");
    }
    assertThat(service.calls).hasSize(2);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  // ---- what links are given ----

  /** Blocks without their prefixes, which depend on the operations that an end has used before. */
  private static String blocks(List<SoapHeader> headers) {
    StringBuilder all = new StringBuilder();
    headers.forEach(each -> infoset(each.element(), all));
    return all.toString();
  }

  private static void infoset(org.w3c.dom.Node node, StringBuilder to) {
    if (!(node instanceof Element element)) {
      to.append(node.getNodeValue());
      return;
    }
    to.append('<').append(clarkName(element));
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      org.w3c.dom.Node attribute = element.getAttributes().item(i);
      if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
        attributes.put(clarkName(attribute), attribute.getNodeValue());
      }
    }
    to.append(attributes).append('>');
    for (org.w3c.dom.Node child = element.getFirstChild();
        child != null;
        child = child.getNextSibling()) {
      infoset(child, to);
    }
    to.append("</>");
  }

  private static String clarkName(org.w3c.dom.Node node) {
    return new QName(node.getNamespaceURI(), node.getLocalName()).toString();
  }

  private static String bytes(List<SoapHeader> headers) {
    List<String> all = new ArrayList<>();
    headers.forEach(each -> all.add(new String(each.toBytes(), UTF_8)));
    return all.toString();
  }

  /** Says that it asks for nothing, and asks all the same. */
  private static final class Asking implements Interceptor {
    final List<String> seen = new ArrayList<>();

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapRequest request = chain.request();
      seen.add(blocks(request.soapHeaders()));
      SoapRequest more = request.withSoapHeaders(List.of(Adding.BLOCK));
      seen.add(blocks(more.soapHeaders()));
      SoapResponse response = chain.proceed(request);
      seen.add(blocks(response.soapHeaders()));
      seen.add(new String(response.bytes(), UTF_8));
      return response;
    }
  }

  @Test
  void aLinkOfTheServerIsGivenTheBlocksThatXmlHas() {
    Asking atServer = new Asking();
    serve(new HeadsService(), builder -> builder.differential(serverLink).interceptor(atServer), 0);
    Heads linked = linked(Heads.class);
    linked.in("text", "token", 1, tree());
    linked.in("text", "token", 1, tree());
    assertThat(isValues(requests.get(1))).isTrue();
    assertThat(atServer.seen.subList(4, 8)).isEqualTo(atServer.seen.subList(0, 4));
    assertThat(atServer.seen.get(4)).contains("token", "root");
    assertThat(atServer.seen.get(5)).contains("token", "root", "more");
  }

  /** Says that it looks at no blocks, and looks at those of requests or of answers. */
  private static final class Looking implements Interceptor {
    final List<String> seen = new ArrayList<>();
    private final boolean atRequests;
    private final Function<List<SoapHeader>, String> form;

    Looking(boolean atRequests, Function<List<SoapHeader>, String> form) {
      this.atRequests = atRequests;
      this.form = form;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapRequest request = chain.request();
      SoapResponse response = chain.proceed(request);
      seen.add(form.apply(atRequests ? request.soapHeaders() : response.soapHeaders()));
      return response;
    }
  }

  @Test
  void aLinkOfTheClientIsGivenTheBlocksThatXmlHas() {
    Looking looking = new Looking(false, TypedHeadersTest::blocks);
    serve(new HeadsService());
    for (boolean isLinked : new boolean[] {true, false}) {
      Heads heads =
          client(
              Heads.class,
              builder ->
                  (isLinked ? builder.differential(clientLink).transport(tapped()) : builder)
                      .interceptor(looking));
      out(heads, "text", "session");
    }
    assertThat(xmls(answers)).isZero();
    assertThat(looking.seen.get(0)).isEqualTo(looking.seen.get(1)).contains("again", "seen text");
  }

  @Test
  void eachSenderHasBasesOfItsOwn() {
    serve(new HeadsService());
    Heads linked = linked(Heads.class);
    Heads plain = plain(Heads.class);
    for (int i = 0; i < 4; i++) {
      for (String who : List.of("one", "other")) {
        assertThat(described(out(linked, "text", who)))
            .isEqualTo(described(out(plain, "text", who)));
      }
    }
    assertThat(clientLink.statistics().unknownBases()).isZero();
    assertThat(serverLink.statistics().unknownBases()).isZero();
    assertThat(answers.subList(2, 8)).allMatch(content -> content.length == 11);
    assertThat(xmls(requests)).isEqualTo(1);
  }

  /**
   * Prefixes depend on which operations an end has had to do with before. Clients of an interface
   * share them for each mode, and no other test has clients of this mode.
   */
  @Test
  void aSenderIsTheSameWhateverThePrefixesAre() {
    Looking atServer = new Looking(true, TypedHeadersTest::bytes);
    serve(new HeadsService(), builder -> builder.differential(serverLink).interceptor(atServer), 0);
    plain(Heads.class).near("text", "near");
    atServer.seen.clear();
    Heads linked =
        client(
            Heads.class,
            builder ->
                builder
                    .differential(clientLink)
                    .codecMode(CodecMode.INTERPRETED) // with prefixes of its own
                    .transport(tapped()));
    for (int i = 0; i < 4; i++) {
      linked.far("text", "far", "near");
    }
    assertThat(isValues(requests.get(3))).isTrue();
    assertThat(answers.get(3)).hasSize(11);
    assertThat(atServer.seen.get(3)).isNotEqualTo(atServer.seen.get(0)).contains("far");
    assertThat(serverLink.statistics().unknownBases()).isZero();

    boolean[] isDamaged = {true};
    changeAnswer =
        content -> {
          byte[] changed = isDamaged[0] ? damaged(content, 8) : content;
          isDamaged[0] = false;
          return changed;
        };
    assertThat(linked.far("text", "far", "near")).hasSize(2);
    assertThat(serverLink.statistics().fetched()).isEqualTo(1);
  }

  /** The second sender knows the version of the first one's answer, and names it. */
  @Test
  void theBaseOfAnotherSendersAnswerIsNone() {
    serve(new HeadsService());
    Heads linked = linked(Heads.class);
    out(linked, "text", "one");
    out(linked, "text", "one");
    byte[] named = requests.get(1);
    out(linked, "text", "other");
    changeRequest =
        content -> {
          System.arraycopy(named, 0, content, 0, 6); // the version of the base of the answer
          return content;
        };
    changeAnswer =
        content -> {
          assertThat(content).as("all values").hasSizeGreaterThan(200);
          return content;
        };
    out(linked, "text", "other");
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(1);
  }

  /** The version of a request is all that would be needed to send its blocks again. */
  @Test
  void aRequestWithBlocksIsNoBase() {
    HeadsService service = new HeadsService();
    serve(service);
    Heads linked = linked(Heads.class);
    for (int i = 0; i < 3; i++) {
      linked.in("x".repeat(300), "secret", 1, null);
    }
    byte[] known = requests.get(2);
    assertThat(isValues(known)).isTrue();
    changeRequest = content -> isValues(content) ? sameAgain(known) : content;
    int calls = service.calls.size();
    linked.in("other", "other", 1, null);
    assertThat(serverLink.statistics().unknownRequestBases()).isEqualTo(1);
    assertThat(service.calls.subList(calls, service.calls.size()))
        .containsExactly(described("other", "other", 1, null));
  }

  /** A request that has the values of another one. */
  private static byte[] sameAgain(byte[] request) {
    byte[] version = Arrays.copyOfRange(request, 13, 19);
    ByteBuffer again = ByteBuffer.allocate(12 + 11);
    again.put(new byte[6]).put(version).put((byte) 0x20).put(version);
    CRC32C checksum = new CRC32C();
    checksum.update(version);
    checksum.update(0x20);
    checksum.update(version);
    return again.putInt((int) checksum.getValue()).array();
  }

  // ---- ends that differ, or have forgotten ----

  @Test
  void anEndWithOtherBlocksGetsXml() {
    serve(new EarlierService());
    Heads newer = linked(Heads.class);
    for (int i = 0; i < 3; i++) {
      assertThat(newer.in("text", "token", 1, tree())).isEqualTo(described("text", "token"));
    }
    assertThat(requests).noneMatch(TypedHeadersTest::isValues);

    requests.clear();
    serve(new HeadsService());
    EarlierHeads older = linked(EarlierHeads.class);
    for (int i = 0; i < 3; i++) {
      assertThat(older.in("text", "token")).isEqualTo(described("text", "token", 0, null));
    }
    assertThat(requests).noneMatch(TypedHeadersTest::isValues);
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
  }

  @Test
  void anEndWithoutValuesGetsXml() {
    Differential bytes = Differential.of(CHECKED.toBuilder().typed(false).build());
    serve(new HeadsService(), builder -> builder.differential(bytes), 0);
    Heads linked = linked(Heads.class);
    for (Function<Heads, Object> call : CALLS) {
      assertThat(outcome(linked, call)).isEqualTo(outcome(plain(Heads.class), call));
    }
    assertThat(requests).noneMatch(TypedHeadersTest::isValues);
  }

  @Test
  void aServerThatHasForgottenIsAskedAgain() throws Exception {
    serve(new HeadsService());
    Heads linked = linked(Heads.class);
    Heads plain = plain(Heads.class);
    int port = server.port();
    for (int i = 0; i < 3; i++) {
      assertThat(described(out(linked, "t", "s"))).isEqualTo(described(out(plain, "t", "s")));
    }
    server.close();
    Differential another = Differential.of(CHECKED);
    serve(new HeadsService(), builder -> builder.differential(another), port);
    for (int i = 0; i < 3; i++) {
      assertThat(described(out(linked, "t", "s"))).isEqualTo(described(out(plain, "t", "s")));
    }
    assertThat(another.statistics().unknownBases()).isEqualTo(1);
    assertThat(xmls(requests)).isEqualTo(1);
    server.close();
    serve(new HeadsService(), builder -> builder, port);
    for (int i = 0; i < 3; i++) {
      assertThat(described(out(linked, "t", "s"))).isEqualTo(described(out(plain, "t", "s")));
    }
    assertThat(xmls(requests)).isEqualTo(4);
  }

  @Test
  void damagedValuesAreSentOnceMoreAndTheServiceIsCalledOnce() {
    HeadsService service = new HeadsService();
    serve(service);
    Heads linked = linked(Heads.class);
    Heads plain = plain(Heads.class);
    out(linked, "t", "s");
    String expected = described(out(plain, "t", "s"));
    out(linked, "t", "s");
    for (int at : new int[] {13, 20, 24, -1}) {
      int calls = service.calls.size();
      changeRequest = content -> isValues(content) ? damaged(content, at) : content;
      assertThat(described(out(linked, "t", "s"))).isEqualTo(expected);
      changeRequest = content -> content;
      out(linked, "t", "s");
      assertThat(service.calls).hasSize(calls + 2);
    }
    for (int at : new int[] {8, -1}) {
      int calls = service.calls.size();
      boolean[] isFirst = {true};
      changeAnswer =
          content -> {
            byte[] changed = isFirst[0] ? damaged(content, at) : content;
            isFirst[0] = false;
            return changed;
          };
      assertThat(described(out(linked, "t", "s"))).isEqualTo(expected);
      assertThat(service.calls).hasSize(calls + 1);
    }
    assertThat(clientLink.statistics().fetched()).isEqualTo(2);
  }

  private static byte[] damaged(byte[] content, int at) {
    content[at < 0 ? content.length - 1 : at] ^= 1;
    return content;
  }

  /** Neither end may make of the blocks what the other one has not said. */
  @Test
  void theBlocksAreWithinWhatIsChecked() throws SoapTransportException {
    serve(new HeadsService());
    Heads linked =
        client(
            Heads.class,
            builder ->
                builder
                    .differential(clientLink)
                    .transport(
                        TickerEnds.http(
                            (message, http) -> {
                              String field = message.headers().getOrDefault("Castile", "");
                              requests.add(TickerEnds.bytes(message.content()));
                              return http.send(
                                  new Transport.Outgoing(
                                      message.endpoint(),
                                      message
                                          .headers()
                                          .with("Castile", field.replaceAll("x=\"..", "x=\"--")),
                                      message.content(),
                                      message.options(),
                                      message.intake()));
                            })));
    for (int i = 0; i < 2; i++) {
      assertThat(linked.in("text", "token", 1, null))
          .isEqualTo(described("text", "token", 1, null));
    }
    assertThat(requests).hasSize(3);
    assertThat(isValues(requests.get(1))).isTrue();
    assertThat(isXml(requests.get(2))).isTrue();
    assertThat(serverLink.statistics().unknownRequestBases()).isEqualTo(1);
  }
}
