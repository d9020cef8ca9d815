package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.shop.Item;
import io.castile.shop.SpecialItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.read.ReadStatistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.Test;

/** Messages that codecs write over the last ones of their kind, and read beside them, in CXF. */
class PartTemplatesTest {
  private static final int STEPS = 12;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Templates always() {
    return Templates.builder().always(true).build();
  }

  private static Published published(Templates templates) {
    return Shops.publish(
        WrappedShop.class,
        new WrappedShopService(),
        SoapVersion.SOAP_1_1,
        factory -> factory.setDataBinding(binding(templates)));
  }

  private static CastileJAXBDataBinding binding(Templates templates) {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();
    binding.setTemplates(templates);
    return binding;
  }

  private static WrappedShop port(String url, Templates templates) {
    JaxWsProxyFactoryBean factory = Shops.clientOf(WrappedShop.class, url);
    factory.setDataBinding(binding(templates));
    return factory.create(WrappedShop.class);
  }

  private static Item item(Random random) {
    String name = "item " + "<&>é".charAt(random.nextInt(4)) + random.nextInt(1_000);
    String price = random.nextInt(1_000_000) + "." + random.nextInt(100);
    int stock = random.nextInt() >> random.nextInt(32);
    Item.Color color = Item.Color.values()[random.nextInt(2)];
    String[] tags =
        Collections.nCopies(1 + random.nextInt(2), "tag" + stock).toArray(new String[0]);
    return random.nextInt(8) == 0
        ? new SpecialItem(name, price, random.nextInt(100) / 4.0)
        : new Item(name, price, stock, color, tags);
  }

  /** Lists of which each is the one before with some items changed, gone or come. */
  private static List<List<Item>> lists(Random random) {
    List<Item> items = new ArrayList<>(Stream.generate(() -> item(random)).limit(50).toList());
    List<List<Item>> lists = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      lists.add(List.copyOf(items));
      for (int changes = random.nextInt(6); changes > 0; changes--) {
        int at = random.nextInt(items.size());
        switch (random.nextInt(4)) {
          case 0 -> items.add(at, item(random));
          case 1 -> items.add(items.remove(at));
          default -> items.set(at, item(random));
        }
      }
    }
    return lists;
  }

  private static List<String> messages(Wire wire) {
    List<String> messages = new ArrayList<>();
    for (Passed each : wire.passed()) {
      messages.add(each.questionText());
      messages.add(new String(each.answer(), StandardCharsets.UTF_8));
    }
    return messages;
  }

  /** A service, a wire before it, and a client; with templates or without. */
  private static final class Ends {
    private final Published published;
    private final Wire wire;
    private final WrappedShop port;

    Ends(Templates ofServer, Templates ofClient) {
      published = published(ofServer);
      try {
        wire = new Wire(published.url());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      port = port(wire.url(), ofClient);
    }

    void close() {
      wire.close();
      published.close();
    }
  }

  /** Made when the first try needs them. */
  private static final class Compared {
    static final Ends PLAIN = new Ends(Templates.off(), Templates.off());
    static final Ends TEMPLATED = new Ends(always(), always());
  }

  @AfterContainer
  static void close() {
    Compared.PLAIN.close();
    Compared.TEMPLATED.close();
  }

  @Tag("long")
  @Property(tries = 8)
  void messagesAreTheSameToTheByte(@ForAll long seed) {
    WrappedShop expected = Compared.PLAIN.port;
    WrappedShop port = Compared.TEMPLATED.port;
    Compared.PLAIN.wire.passed().clear();
    Compared.TEMPLATED.wire.passed().clear();
    Random random = new Random(seed);
    for (List<Item> each : lists(random)) {
      assertThat(port.sameItems(each)).isEqualTo(expected.sameItems(each));
      double[] numbers = random.doubles(40).map(d -> d < 0.1 ? d * 1e20 : Math.rint(d)).toArray();
      assertThat(port.numbers(numbers)).isEqualTo(expected.numbers(numbers));
      String text = "x".repeat(random.nextInt(20));
      assertThat(port.echo(text)).isEqualTo(expected.echo(text));
    }

    assertThat(messages(Compared.TEMPLATED.wire)).isEqualTo(messages(Compared.PLAIN.wire));
  }

  private record Answered(int status, String text, boolean hasLength) {}

  /** What a service answers to bytes of whatever kind. */
  private static Answered post(String url, byte[] question)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "text/xml; charset=UTF-8")
            .POST(HttpRequest.BodyPublishers.ofByteArray(question))
            .build();
    HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    boolean hasLength = answer.headers().firstValue("Content-Length").isPresent();
    return new Answered(answer.statusCode(), answer.body(), hasLength);
  }

  /** A message with some of its bytes changed, doubled or taken out. */
  private static byte[] damaged(byte[] message, Random random) {
    byte[] bytes = message.clone();
    for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(bytes, 0, at);
      switch (random.nextInt(4)) {
        case 0 -> out.write(bytes, at, bytes.length - at);
        case 1 -> out.write(bytes, at + length, bytes.length - at - length);
        case 2 -> {
          out.write(bytes, at, length);
          out.write(bytes, at, bytes.length - at);
        }
        default -> {
          out.write("<>&x7\"/ ".charAt(random.nextInt(8)));
          out.write(bytes, at + 1, bytes.length - at - 1);
        }
      }
      bytes = out.toByteArray();
    }
    return bytes;
  }

  @Property(tries = 8)
  void damagedMessagesAreAnsweredAsWithoutTemplates(@ForAll long seed) throws Exception {
    String url = Compared.PLAIN.published.url();
    String templated = Compared.TEMPLATED.published.url();
    Random random = new Random(seed);
    Compared.PLAIN.wire.passed().clear();
    Compared.PLAIN.port.sameItems(lists(random).get(0));
    byte[] message = Compared.PLAIN.wire.passed().get(0).question();

    for (int i = 0; i < STEPS; i++) {
      assertThat(post(templated, message)).isEqualTo(post(url, message));
      byte[] damaged = damaged(message, random);
      assertThat(post(templated, damaged)).isEqualTo(post(url, damaged));
    }
  }

  /** Jetty knows the length of what it has sent nothing of before the end. */
  @Test
  void anAnswerOfSomeLengthLeavesAtOnce() throws Exception {
    try (Published published = published(always());
        Wire wire = new Wire(published.url())) {
      port(wire.url(), always()).echo("a".repeat(28 << 10));
      byte[] question = wire.passed().get(0).question();

      assertThat(post(published.url(), question).hasLength()).isTrue();
    }
  }

  @Test
  void onlyWhatHasChangedIsRead() {
    Templates ofServer = always();
    Templates ofClient = always();
    try (Published published = published(ofServer)) {
      WrappedShop port = port(published.url(), ofClient);
      List<Item> items = lists(new Random(7)).get(0);
      for (int i = 0; i < 5; i++) {
        List<Item> changed = new ArrayList<>(items);
        changed.set(3, new Item("changed", "1.00", 1000 + i / 2, Item.Color.RED, "tag"));
        assertThat(port.sameItems(changed)).isEqualTo(changed);
      }
    }

    for (ReadStatistics each :
        List.of(
            TemplateStore.of(ofServer).reading().statistics(Direction.REQUEST, "sameItems"),
            TemplateStore.of(ofClient).reading().statistics(Direction.RESPONSE, "sameItems"))) {
      // The first is read plainly, the second is remembered; the fourth and the last are new.
      assertThat(each.plain()).as("%s", each).isOne();
      assertThat(each.different()).as("%s", each).isOne();
      assertThat(each.changed()).as("%s", each).isEqualTo(2);
      assertThat(each.identical()).as("%s", each).isOne();
      assertThat(each.recalledBytes()).isGreaterThan(each.totalBytes() / 2);
    }
  }

  @Test
  void valuesThatWereReadAreTheCallers() {
    try (Published published = published(always())) {
      WrappedShop port = port(published.url(), always());
      List<Item> items = lists(new Random(8)).get(0);
      for (int i = 0; i < 4; i++) {
        List<Item> read = port.sameItems(items);
        assertThat(read).isEqualTo(items);
        read.remove(1);
        read.set(0, new Item("mine", "2.00", 1, Item.Color.GREEN, "own"));
      }
    }
  }

  @Test
  void onlyWhatHasChangedIsWritten() {
    Templates ofServer = always();
    Templates ofClient = always();
    try (Published published = published(ofServer)) {
      WrappedShop port = port(published.url(), ofClient);
      List<Item> items = lists(new Random(7)).get(0);
      for (int i = 0; i < 4; i++) {
        List<Item> changed = new ArrayList<>(items);
        changed.set(3, new Item("changed", "1.00", 1000 + i, Item.Color.RED, "tag"));
        assertThat(port.sameItems(changed)).isEqualTo(changed);
      }
    }

    for (TemplateStatistics.Row row :
        List.of(
            ofClient.statistics().row(Direction.REQUEST, "sameItems"),
            ofServer.statistics().row(Direction.RESPONSE, "sameItems"))) {
      assertThat(row.perfectStructural()).as("%s", row).isEqualTo(3);
      assertThat(row.changedFields()).isEqualTo(3);
    }
  }

  @Test
  void aTemplateIsOfOneMessageAtATime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try (Published published = published(always())) {
      WrappedShop port = port(published.url(), always());
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        for (List<Item> each : lists(new Random(i))) {
          calls.add(() -> port.sameItems(each).equals(each));
        }
      }

      for (Future<Boolean> each : threads.invokeAll(calls)) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatCannotBeWrittenFailsAsWithoutTemplates() {
    try (Published published = published(always())) {
      WrappedShop port = port(published.url(), always());
      WrappedShop plain = port(published.url(), Templates.off());
      assertThat(port.echo("a")).isEqualTo("a");

      Throwable found = catchThrowable(() -> port.echo("\u0001"));
      Throwable expected = catchThrowable(() -> plain.echo("\u0001"));

      assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
      assertThat(port.echo("ab")).isEqualTo("ab");
    }
  }

  @Test
  void ofLargeMessagesNothingIsKept() {
    Templates templates = always();
    try (Published published = published(Templates.off())) {
      WrappedShop port = port(published.url(), templates);
      String text = "x".repeat(13 << 20);
      assertThat(port.echo(text)).isEqualTo(text);
      assertThat(port.echo(text)).isEqualTo(text);
    }

    assertThat(templates.statistics().bytes()).isZero();
  }
}
