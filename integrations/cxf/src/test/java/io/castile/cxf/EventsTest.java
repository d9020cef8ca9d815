package io.castile.cxf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.SeenStore;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Content;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code events} in a client of CXF keeps the events that came, and CXF's data binding has them.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class EventsTest {
  private static final String SUBJECT = "<subject>grüße &amp; &#x1F600;</subject>";

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicReference<String> letter = new AtomicReference<>(SUBJECT);
  private final SeenStore store = new SeenStore();
  private final ResponseCache cache =
      ResponseCache.builder()
          .policy(Shops.hour(rule -> rule.representation(RepresentationKind.EVENTS)))
          .store(store)
          .build();
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/post",
        exchange -> {
          asked.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          byte[] body = message().getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=UTF-8");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private String message() {
    String text = letter.get();
    String element = text.startsWith("<letter") ? text : "<letter>" + text + "</letter>";
    return "<?xml version='1.0'?>\n<!-- by hand --><e:Envelope"
        + " xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>\n <e:Body>"
        + "<p:fetchResponse xmlns:p='urn:post' xmlns:s='urn:stamp'"
        + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
        + element
        + "</p:fetchResponse></e:Body></e:Envelope>\n";
  }

  @AfterEach
  void close() {
    server.stop(0);
    cache.close();
  }

  private String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/post";
  }

  private Post port() {
    return Shops.client(Post.class, url(), new CastileFeature(cache));
  }

  /** The object as the reference implementation writes it. */
  private static String written(Post.Letter letter) {
    StringWriter text = new StringWriter();
    try {
      JAXBContext.newInstance(Post.Letter.class)
          .createMarshaller()
          .marshal(new JAXBElement<>(new QName("letter"), Post.Letter.class, letter), text);
    } catch (JAXBException e) {
      throw new AssertionError(e);
    }
    return letter.getClass() + "\n" + text;
  }

  private void areKept() {
    assertThat(store.contents()).hasSize(1).first().isInstanceOf(Content.Events.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SUBJECT,
        "",
        "<!-- c --><subject>a<![CDATA[ <b> ]]>c<!-- inside -->d</subject><?pi x?>",
        "<letter from='a &quot;b&quot;' s:value='7'/>",
        "<letter xmlns:t='urn:stamp' t:value=' 8 '><subject xml:lang='en'> x </subject></letter>",
        "<lines>1</lines><lines xsi:nil='true'/><lines/><lines> </lines>",
        "<s:kind xmlns:k='urn:kinds'>k:express</s:kind>",
        "<z:kind xmlns:z='urn:stamp' xmlns='urn:default'>express</z:kind>",
        "<numbers>1 2\n 3</numbers><seal>AAEC\n Aw==</seal>",
        "<letter xsi:type='p:parcel' from='x'><subject>s</subject><weight>1.5</weight></letter>",
        "<inner xmlns:q='urn:post' xsi:type='q:parcel'><weight>2</weight></inner>",
        "<body>one <b xmlns='urn:any' c='1'>two<i/></b> three<p:letter><subject>s</subject>"
            + "</p:letter><![CDATA[four]]></body>",
        "<body><x:a xmlns:x='urn:x' x:y='&lt;'><x:b xmlns:x='urn:z'/><!-- kept? --></x:a></body>"
      })
  void aHitIsWhatCxfReadsWithoutACache(String text) {
    letter.set(text);
    String expected = written(Shops.client(Post.class, url()).fetch(1));
    asked.set(0);
    Post port = port();

    Post.Letter first = port.fetch(1);
    Post.Letter second = port.fetch(1);
    Post.Letter third = port.fetch(1);

    assertThat(written(first)).isEqualTo(expected);
    assertThat(written(second)).isEqualTo(expected);
    assertThat(written(third)).isEqualTo(expected);
    assertThat(second).isNotSameAs(first).isNotSameAs(third);
    assertThat(asked).hasValue(1);
    areKept();
  }

  @Test
  void aCallersChangesReachNoOtherCaller() {
    letter.set("<lines>1</lines><body>a<b/></body>");
    Post port = port();
    String expected = written(port.fetch(1));
    Post.Letter mine = port.fetch(1);
    mine.lines.add("2");
    mine.body.content.clear();

    assertThat(written(port.fetch(1))).isEqualTo(expected);
  }

  @Test
  void manyThreadsReadOneEntry() throws Exception {
    letter.set("<lines>1</lines>".repeat(200) + "<body>a<b xmlns='urn:any'>c</b></body>");
    Post port = port();
    String expected = written(port.fetch(1));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        tasks.add(() -> written(port.fetch(1)));
      }
      for (Future<String> each : threads.invokeAll(tasks)) {
        assertThat(each.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(asked).hasValue(1);
    areKept();
  }

  private Post validatingPort() {
    Post port = port();
    ClientProxy.getClient(port).getEndpoint().put(Message.SCHEMA_VALIDATION_ENABLED, true);
    return port;
  }

  /** CXF validates by its own parser only, so that it needs the message. */
  @Test
  void aClientThatValidatesHasHits() {
    Post port = validatingPort();

    assertThat(port.fetch(1).subject).startsWith("grüße");
    assertThat(port.fetch(1).subject).startsWith("grüße");
    assertThat(asked).hasValue(1);
    assertThat(store.contents()).hasSize(1).first().isInstanceOf(Content.Message.class);
  }

  @Test
  void aClientThatValidatesIsNotGivenWhatAnotherOneHasNotValidated() {
    letter.set("<subject>one</subject><subject>more than the schema allows</subject>");
    assertThat(port().fetch(1).subject).startsWith("more");
    areKept();

    assertThatThrownBy(() -> validatingPort().fetch(1)).hasStackTraceContaining("subject");
    assertThat(asked).hasValue(2);
  }

  @Test
  void aMessageWhoseEventsAreTooLargeIsKept() {
    letter.set("<lines/>".repeat(400)); // one tag, of which each event takes a reference
    cache.policy(
        Shops.hour(rule -> rule.representation(RepresentationKind.EVENTS).maxEntryBytes(4500)));
    Post port = port();

    assertThat(port.fetch(1).lines).hasSize(400);
    assertThat(port.fetch(1).lines).hasSize(400);
    assertThat(asked).hasValue(1);
    assertThat(store.contents()).hasSize(1).first().isInstanceOf(Content.Message.class);
  }

  @Test
  void castilesDataBindingIsGivenValues() {
    try (CastileFeature feature = new CastileFeature(cache)) {
      var factory = Shops.clientOf(Post.class, url());
      factory.setDataBinding(new CastileJAXBDataBinding());
      factory.getFeatures().add(feature);
      Post port = factory.create(Post.class);

      assertThat(port.fetch(1).subject).startsWith("grüße");
      assertThat(port.fetch(1).subject).startsWith("grüße");
    }
    assertThat(asked).hasValue(1);
    assertThat(store.contents()).first().isInstanceOf(Content.Values.class);
  }
}
