package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.cxf.Item.Barrel;
import io.castile.interop.cxf.Item.Crate;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What CXF's documentation says of services that are described by annotations. */
@Tag("long")
final class CodeFirstTest {
  private static Setup<Depot> depot() {
    return Setup.of(Depot.class, DepotService::new);
  }

  private static Item[] several() {
    return new Item[] {new Item(1, "one"), new Crate(2, new Barrel(3, 1.5)), new Barrel(4, 0.25)};
  }

  private static Map<String, Call<Depot>> calls() {
    Map<String, Call<Depot>> calls = new LinkedHashMap<>();
    calls.put("a bean", port -> port.item(new Item(7, "<&>\u20ac")));
    calls.put("a bean that extends", port -> port.item(new Crate(1, several())));
    calls.put("no bean", port -> port.item(null));
    calls.put("an empty bean", port -> port.item(new Item()));
    calls.put("an unknown bean", port -> port.item(new Item.Parcel(1, "me")));
    calls.put("a list", port -> port.items(List.of(several())));
    calls.put("an empty list", port -> port.items(List.of()));
    calls.put("no list", port -> port.items(null));
    calls.put("an array", port -> port.array(several()));
    calls.put("an array with null", port -> port.array(new Item[] {null, new Item(1, "a")}));
    calls.put("texts", port -> port.texts(new String[] {"a", "", "c d"}));
    calls.put("no texts", port -> port.texts(null));
    calls.put("numbers", port -> port.numbers(new int[] {1, -2, Integer.MAX_VALUE}));
    calls.put("a constant", port -> port.kind(Item.Kind.LIGHT));
    calls.put("no constant", port -> port.kind(null));
    calls.put("a map", port -> port.counts(Map.of("a", 1, "b", 2)));
    calls.put("no map", port -> port.counts(null));
    calls.put("adapters", port -> port.shelf(shelf()));
    calls.put("a method that is called after reading", port -> port.shelf(shelf()).timesRead);
    calls.put("a generic bean", port -> port.page(page()));
    calls.put("bytes", port -> port.bytes(new byte[] {0, 1, -1}));
    calls.put("numbers in XML", port -> port.sum(new BigDecimal("1.50"), 2L));
    calls.put("a missing number", port -> port.sum(new BigDecimal("1.50"), null));
    calls.put("any text", port -> port.anything("text"));
    calls.put("any number", port -> port.anything(5L));
    calls.put("any bean", port -> port.anything(new Barrel(1, 2)));
    calls.put("holders", CodeFirstTest::swap);
    calls.put("header blocks", port -> port.headed("t", new Item(1, "about"), "text"));
    calls.put("no header blocks", port -> port.headed(null, null, "text"));
    calls.put("properties of an exception", port -> lose(port, null));
    calls.put("the bean of an exception", port -> lose(port, new Crate(1, several())));
    calls.put("one way", CodeFirstTest::note);
    return calls;
  }

  private static Shelf shelf() {
    Shelf shelf = new Shelf();
    shelf.counts = Map.of("x", 1);
    shelf.label = "label";
    shelf.names.addAll(List.of("a", "b"));
    shelf.items.addAll(List.of(new Barrel(1, 1), new Crate(2, several())));
    return shelf;
  }

  private static Page<Item> page() {
    Page<Item> page = new Page<>();
    page.number = 2;
    page.items.addAll(Arrays.asList(several()));
    return page;
  }

  private static Object swap(Depot port) {
    Holder<String> text = new Holder<>("text");
    Holder<Item> item = new Holder<>(new Barrel(1, 2));
    Holder<Integer> length = new Holder<>();
    port.swap(text, item, length);
    return Arrays.asList(text.value, item.value, length.value);
  }

  private static Object lose(Depot port, Item item) throws Exception {
    port.lose(item);
    return "did not fail";
  }

  private static Object note(Depot port) {
    port.note("it");
    return "sent";
  }

  @ParameterizedTest
  @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
  void callsComeToTheSame(String binding) throws Exception {
    Map<String, Outcome> found = depot().binding(binding).compare(calls());

    assertThat(found.get("a bean that extends").value()).isInstanceOf(Crate.class);
    assertThat(found.get("an unknown bean").value()).isExactlyInstanceOf(Item.class);
    assertThat(found.get("a map").value()).isEqualTo(Map.of("a", 1, "b", 2));
    assertThat(found.get("adapters").value())
        .isInstanceOfSatisfying(Shelf.class, shelf -> assertThat(shelf.label).isEqualTo("label"));
    assertThat(found.get("a method that is called after reading").value()).isEqualTo(1);
    assertThat(found.get("header blocks").value()).isEqualTo("t/about/text");
    assertThat(found.get("numbers in XML").value()).isEqualTo(new BigDecimal("3.50"));
    assertThat(found.get("properties of an exception").thrown())
        .isInstanceOf(Depot.LostException.class);
    assertThat(found.get("the bean of an exception").thrown())
        .isInstanceOfSatisfying(
            Depot.GoneException.class,
            fault -> assertThat(fault.getFaultInfo()).isInstanceOf(Crate.class));
  }

  @Test
  void codecsReadAndWriteWithoutJaxb() throws Exception {
    try (Setup.Running<Depot> running = depot().start(Ends.BOTH)) {
      int before = running.jaxbUses();
      running.port().item(new Crate(1, several()));
      running.port().items(List.of(several()));
      running.port().kind(Item.Kind.HEAVY);
      running.port().shelf(shelf());
      swap(running.port());

      assertThat(running.jaxbUses()).isEqualTo(before);
    }
  }

  @Test
  void usesOfJaxbAreCounted() throws Exception {
    try (Setup.Running<Depot> plain = depot().start(Ends.NEITHER);
        Setup.Running<Depot> codecs = depot().start(Ends.SERVER)) {
      assertThat(plain.jaxbUses()).isZero();
      plain.port().item(new Item(1, "a"));
      codecs.port().item(new Item(1, "a"));
      assertThat(plain.jaxbUses()).isEqualTo(4);
      assertThat(codecs.jaxbUses()).as("the client").isEqualTo(2);
    }
  }
}
