package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.CallerBuilder;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

/** A dynamic client sends what a typed one sends, and reads what that reads. */
final class TypedParityTest {
  private static final String CACHED = "rules:\n- operation: order\n  cache: true\n  ttl: 1h\n";

  private static SoapServer server;
  private static Description description;

  /** Keeps what is sent. */
  private static final class Witness implements Transport {
    private final Transport transport = server.localTransport();
    private final List<byte[]> sent = new ArrayList<>();

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        message.content().writeTo(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      sent.add(bytes.toByteArray());
      return transport.send(message);
    }

    @Override
    public void close() {
      transport.close();
    }
  }

  @BeforeContainer
  static void start() throws IOException {
    server = Shop.serve(new Shop());
    description = WsdlReader.create().read(URI.create(server.url("/shop") + "?wsdl"));
  }

  @AfterContainer
  static void stop() {
    server.close();
  }

  private static <B extends CallerBuilder<B>> B configured(
      B builder, Witness witness, int options) {
    B client =
        builder
            .endpoint(server.url("/shop"))
            .transport(witness)
            .templates((options & 1) == 0 ? Templates.off() : Templates.builder().build())
            .differential((options & 2) != 0);
    return (options & 4) == 0 ? client : client.cache(CachePolicy.parse("policy", CACHED));
  }

  @Property(tries = 16, shrinking = ShrinkingMode.OFF)
  void aDynamicClientIsATypedOne(@ForAll Random random, @ForAll int seed) throws Exception {
    int options = seed & 7;
    Witness typedWire = new Witness();
    Witness dynamicWire = new Witness();
    ShopPort typed = configured(Castile.client(ShopPort.class), typedWire, options).build();
    try (DynamicClient dynamic =
        configured(DynamicClient.of(description), dynamicWire, options).build()) {
      List<Shop.Item> items = new ArrayList<>();
      for (int call = 0; call < 8; call++) {
        change(items, random);
        String note = random.nextBoolean() ? null : text(random);

        Shop.Order expected = typed.order(items, note);
        Map<String, Object> answer = dynamic.call("order", arguments(items, note));

        assertThat(dynamicWire.sent).hasSameSizeAs(typedWire.sent);
        assertThat(answer.get("order")).usingRecursiveComparison().isEqualTo(map(expected));
      }
    } finally {
      ((AutoCloseable) typed).close();
    }
    for (int i = 0; i < typedWire.sent.size(); i++) {
      Diff difference =
          DiffBuilder.compare(typedWire.sent.get(i))
              .withTest(dynamicWire.sent.get(i))
              .ignoreWhitespace()
              .checkForSimilar()
              .build();
      assertThat(difference.hasDifferences()).as(difference.toString()).isFalse();
    }
  }

  /** Makes an order like the last one, or the same. */
  private static void change(List<Shop.Item> items, Random random) {
    int what = random.nextInt(4);
    if (what == 0 || items.isEmpty()) {
      items.add(random.nextInt(items.size() + 1), item(random));
    } else if (what == 1) {
      items.remove(random.nextInt(items.size()));
    } else if (what == 2) {
      items.set(random.nextInt(items.size()), item(random));
    }
  }

  private static Shop.Item item(Random random) {
    Shop.Item item = new Shop.Item();
    item.sku = text(random);
    item.count = random.nextInt(100);
    item.price =
        random.nextBoolean()
            ? null
            : BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(4));
    item.label = random.nextInt(3) == 0 ? text(random).getBytes(StandardCharsets.UTF_8) : null;
    return item;
  }

  private static String text(Random random) {
    String all = "a<&>\"' é\u20ac\ud83d\ude00]]>z";
    int from = all.offsetByCodePoints(0, random.nextInt(5));
    return "t" + all.substring(from) + random.nextInt(9);
  }

  private static Map<String, Object> arguments(List<Shop.Item> items, String note) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    if (note != null) {
      arguments.put("note", note);
    }
    arguments.put("items", items.stream().map(TypedParityTest::map).toList());
    return arguments;
  }

  private static Map<String, Object> map(Shop.Order order) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (!order.items.isEmpty()) {
      map.put("items", order.items.stream().map(TypedParityTest::map).toList());
    }
    map.put("total", order.total);
    return map;
  }

  private static Map<String, Object> map(Shop.Item item) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("@sku", item.sku);
    map.put("count", item.count);
    if (item.price != null) {
      map.put("price", item.price);
    }
    if (item.label != null) {
      map.put("label", Arrays.copyOf(item.label, item.label.length));
    }
    return map;
  }
}
