package io.castile.cxf;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.SeenStore;
import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.RepresentationKind;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import javax.xml.namespace.QName;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code xmlMessage} in a client of CXF keeps the very bytes that came, and CXF reads them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OwnMessageTest {
  /** As neither CXF nor Castile writes it. */
  private static final String ECHO =
      "<?xml version='1.0'  encoding=\"UTF-8\"?>\r\n"
          + "<!-- by hand --><e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'\n"
          + "  xmlns:unused=\"urn:unused\">\t<e:Body ><?pi?>\n"
          + "<x:echoResponse xmlns:x='http://shop.castile.io/'>\n  <!-- inside -->"
          + "<return xmlns=''>gr<![CDATA[ü]]>&#xDF;e</return>\n</x:echoResponse></e:Body>"
          + "</e:Envelope>\n<!-- behind -->\n\n";

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicReference<String> answer = new AtomicReference<>(ECHO);
  private final AtomicReference<Charset> charset = new AtomicReference<>(UTF_8);
  private volatile String encoding; // null for none
  private volatile int missing;
  private final SeenStore store = new SeenStore();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private HttpServer server;
  private ResponseCache cache;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/shop",
        exchange -> {
          asked.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          byte[] body = encoded(answer.get().getBytes(charset.get()));
          exchange
              .getResponseHeaders()
              .set("Content-Type", "text/xml; charset=" + charset.get().name());
          if (encoding != null) {
            exchange.getResponseHeaders().set("Content-Encoding", encoding);
          }
          exchange.sendResponseHeaders(200, body.length + missing);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private byte[] encoded(byte[] body) {
    if (encoding == null) {
      return body;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @AfterEach
  void close() {
    server.stop(0);
    if (cache != null) {
      cache.close();
    }
  }

  private String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/shop";
  }

  private ResponseCache cache(UnaryOperator<CacheRule.Builder> options) {
    cache =
        ResponseCache.builder()
            .policy(
                Shops.hour(
                    rule -> options.apply(rule.representation(RepresentationKind.XML_MESSAGE))))
            .store(store)
            .clock(now::get)
            .build();
    return cache;
  }

  private WrappedShop port(Feature... features) {
    Feature[] all = Arrays.copyOf(features, features.length + 1);
    all[features.length] = new CastileFeature(cache == null ? cache(rule -> rule) : cache);
    return Shops.client(WrappedShop.class, url(), all);
  }

  // ---- what is kept ----

  @Test
  void theBytesAreThoseThatCame() {
    WrappedShop port = port();
    for (int i = 0; i < 3; i++) {
      assertThat(port.echo("x")).isEqualTo("grüße");
    }

    assertThat(asked).hasValue(1);
    assertThat(store.messages()).containsExactly(ECHO);
    assertThat(cache.statistics().row("echo").hits()).isEqualTo(2);
  }

  @Test
  void whatCameCompressedIsKeptAsItWasBefore() {
    encoding = "gzip";
    WrappedShop port = port(new GZIPFeature());
    for (int i = 0; i < 3; i++) {
      assertThat(port.echo("x")).isEqualTo("grüße");
    }

    assertThat(asked).hasValue(1);
    assertThat(store.messages()).containsExactly(ECHO);
  }

  @Test
  void eachHitIsTheCallersOwn() {
    answer.set(
        ECHO.replace("echoResponse", "sameItemResponse")
            .replaceAll("<return.*</return>", "<return><name>n</name><stock>4</stock></return>"));
    WrappedShop port = port();
    Item item = new Item("a", "1", 1, null);
    Item first = port.sameItem(item);
    Item second = port.sameItem(item);
    Item third = port.sameItem(item);

    assertThat(first.getStock()).isEqualTo(4);
    assertThat(second).isEqualTo(first).isNotSameAs(first);
    assertThat(third).isEqualTo(first).isNotSameAs(second);
    assertThat(asked).hasValue(1);
  }

  @Test
  void asynchronousCallsKeepAndFindMessages() throws Exception {
    cache(rule -> rule);
    AsyncShop port = Shops.client(AsyncShop.class, url(), new CastileFeature(cache));
    answer.set(ECHO.replace("echoResponse", "addResponse").replaceAll("gr<.*e</", "7</"));

    assertThat(port.addAsync(1, 2).get().result).isEqualTo(7);
    assertThat(port.addAsync(1, 2).get().result).isEqualTo(7);
    assertThat(port.add(1, 2)).isEqualTo(7);

    assertThat(asked).hasValue(1);
    assertThat(store.messages()).containsExactly(answer.get());
  }

  @Test
  void whatIsFetchedInTheBackgroundIsKeptAsItComes() throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    cache =
        ResponseCache.builder()
            .policy(
                Shops.hour(
                    rule ->
                        rule.representation(RepresentationKind.XML_MESSAGE)
                            .staleWhileRevalidate(Duration.ofHours(1))))
            .store(store)
            .clock(now::get)
            .executor(
                task ->
                    new Thread(
                            () -> {
                              task.run();
                              done.complete(null);
                            })
                        .start())
            .build();
    WrappedShop port = port();
    port.echo("x");
    now.set(now.get().plus(Duration.ofMinutes(61)));
    String newer = ECHO.replace("&#xDF;", "&#x73;s");
    answer.set(newer);

    assertThat(port.echo("x")).isEqualTo("grüße");
    done.get(30, TimeUnit.SECONDS);
    assertThat(port.echo("x")).isEqualTo("grüsse");

    assertThat(asked).hasValue(2);
    assertThat(store.messages()).containsExactly(ECHO, newer);
  }

  // ---- what is kept as values ----

  private void isKeptAsValues(WrappedShop port) {
    for (int i = 0; i < 3; i++) {
      assertThat(port.echo("x")).isEqualTo("grüße");
    }
    assertThat(asked).hasValue(1);
    assertThat(store.messages()).containsExactly((String) null);
  }

  @Test
  void otherEncodings() {
    charset.set(UTF_16);
    answer.set(ECHO.replace("UTF-8", "UTF-16"));
    isKeptAsValues(port());
  }

  @Test
  void headerBlocks() {
    answer.set(
        ECHO.replace("<e:Body ", "<e:Header><t:t xmlns:t='urn:t'>1</t:t></e:Header><e:Body "));
    isKeptAsValues(port());
  }

  @Test
  void messagesThatAreLargerThanEntriesMayBe() {
    answer.set(ECHO + " ".repeat(5000));
    cache(rule -> rule.maxEntryBytes(2000));
    isKeptAsValues(port());
  }

  @Test
  void responsesThatAnInterceptorOfTheApplicationsReads() {
    WrappedShop port = port();
    AtomicInteger seen = new AtomicInteger();
    ClientProxy.getClient(port)
        .getInInterceptors()
        .add(
            new AbstractPhaseInterceptor<Message>(Phase.PRE_INVOKE) {
              @Override
              public void handleMessage(Message message) throws Fault {
                seen.incrementAndGet();
              }
            });
    isKeptAsValues(port);
    assertThat(seen).hasValue(1);
  }

  @Test
  void responsesThatHandlersRead() {
    cache(rule -> rule.shared(true));
    WrappedShop port = port();
    AtomicInteger seen = new AtomicInteger();
    ((BindingProvider) port).getBinding().setHandlerChain(List.of(new Counting(seen)));
    isKeptAsValues(port);
    assertThat(seen).hasValue(2);
  }

  /** Counts messages. */
  private record Counting(AtomicInteger seen) implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      seen.incrementAndGet();
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(jakarta.xml.ws.handler.MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  // ---- what else may happen ----

  @Test
  void aMessageThatCannotBeReadAnyMoreIsAskedForAgain() {
    WrappedShop port = port();
    port.echo("x");
    ClientProxy.getClient(port).getEndpoint().put("org.apache.cxf.stax.maxTextLength", 3);
    answer.set(ECHO.replaceAll("gr<.*e</", "ok</"));

    assertThat(port.echo("x")).isEqualTo("ok");
    assertThat(port.echo("x")).isEqualTo("ok");

    assertThat(asked).hasValue(2);
    assertThat(store.messages()).containsExactly(ECHO, answer.get());
  }

  /** A message that breaks off fails, and is not kept. */
  @Test
  void aMessageThatBreaksOffFailsAsWithoutTheCache() {
    WrappedShop port = port();
    String whole = ECHO;
    answer.set(whole.substring(0, 200));
    missing = 1000;
    Throwable expected = failure(Shops.client(WrappedShop.class, url()));
    Throwable found = failure(port);

    assertThat(found).hasSameClassAs(expected);
    assertThat(store.messages()).isEmpty();

    answer.set(whole);
    missing = 0;
    assertThat(port.echo("x")).isEqualTo("grüße");
  }

  private static Throwable failure(WrappedShop port) {
    return catchThrowable(() -> port.echo("x"));
  }

  /** A client of Castile's would read it by its codecs, and looks for something else. */
  @Test
  void aClientOfCastilesLeavesItAlone() throws Exception {
    WrappedShop port = port();
    port.echo("x");
    ServiceModel model = ServiceModel.of(WrappedShop.class);
    OperationModel echo = model.operation(WrappedShop.class.getMethod("echo", String.class));
    CacheInterceptor castile = CacheInterceptor.ofClient(cache, model, false);

    assertThat(
            castile.find(
                echo,
                new Object[] {"x"},
                new SoapClient.Options(url(), SoapVersion.SOAP_1_1, null, Headers.NONE)))
        .isNull();
    assertThat(port.echo("x")).isEqualTo("grüße");
    assertThat(asked).hasValue(1);
  }

  @Test
  void valuesInHoldersAreReadAgain() {
    answer.set(
        ECHO.replace("echoResponse", "exchangeResponse")
            .replaceAll(
                "<return.*</return>", "<return>3</return><both>b</both><out><name>o</name></out>"));
    WrappedShop port = port();
    for (int i = 0; i < 3; i++) {
      Holder<String> both = new Holder<>("before");
      Holder<Item> out = new Holder<>();
      assertThat(port.exchange("in", both, out)).isEqualTo(3);
      assertThat(both.value).isEqualTo("b");
      assertThat(out.value.getName()).isEqualTo("o");
    }
    assertThat(asked).hasValue(1);
    assertThat(store.messages()).containsExactly(answer.get());
  }
}
