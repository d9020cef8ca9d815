package io.castile.interop.cxf;

import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Answers with what it was given. */
final class DepotService implements Depot {
  @Override
  public Item item(Item item) {
    return item;
  }

  @Override
  public List<Item> items(List<Item> items) {
    return items;
  }

  @Override
  public Item[] array(Item[] items) {
    return items;
  }

  @Override
  public String[] texts(String[] texts) {
    return texts;
  }

  @Override
  public int[] numbers(int[] numbers) {
    return numbers;
  }

  @Override
  public Item.Kind kind(Item.Kind kind) {
    return kind;
  }

  @Override
  public Map<String, Integer> counts(Map<String, Integer> counts) {
    return counts;
  }

  @Override
  public Shelf shelf(Shelf shelf) {
    return shelf;
  }

  @Override
  public Page<Item> page(Page<Item> page) {
    return page;
  }

  @Override
  public byte[] bytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public BigDecimal sum(BigDecimal one, Long other) {
    return one.add(BigDecimal.valueOf(other));
  }

  @Override
  public Object anything(Object anything) {
    return anything;
  }

  @Override
  public void swap(Holder<String> text, Holder<Item> item, Holder<Integer> length) {
    length.value = text.value.length();
    String name = item.value.name;
    item.value.name = text.value;
    text.value = name;
  }

  @Override
  public String headed(String token, Item about, String text) {
    return token + "/" + (about == null ? null : about.name) + "/" + text;
  }

  @Override
  public void lose(Item item) throws LostException, GoneException {
    if (item == null) {
      throw new LostException("no item", "somewhere", 3);
    }
    throw new GoneException("gone", item);
  }

  @Override
  public void note(String text) {
    // Keeps nothing.
  }
}
