package io.castile.cache;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** A bound bean with much of what answers have; all kinds of representation fit it. */
@XmlRootElement(namespace = "urn:search")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(namespace = "urn:search")
public class SearchResult implements Serializable, Cloneable {
  private static final long serialVersionUID = 1L;

  @XmlAttribute int count;
  public String query;
  double seconds;
  boolean exact;
  byte[] page;
  int[] ranks;
  BigDecimal price;
  public Level level;
  Date since;
  XMLGregorianCalendar until;
  public List<Item> items = new ArrayList<>();
  public List<String> words = new ArrayList<>();
  Map<String, Integer> facets = new HashMap<>();

  public enum Level {
    LOW,
    HIGH
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(namespace = "urn:search")
  public static class Item implements Serializable {
    private static final long serialVersionUID = 1L;

    String title;
    Long size;
    Item related;
    public List<String> tags = new ArrayList<>();

    Item copy() {
      Item copy = new Item();
      copy.title = title;
      copy.size = size;
      copy.related = related == null ? null : related.copy();
      copy.tags = new ArrayList<>(tags);
      return copy;
    }
  }

  /** An answer with elements that no class is bound to. */
  @XmlRootElement(namespace = "urn:search")
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Extended {
    SearchResult result;

    @XmlAnyElement List<Object> any = new ArrayList<>();
  }

  public static SearchResult random(long seed) {
    Random random = new Random(seed);
    SearchResult result = new SearchResult();
    result.count = random.nextInt(3);
    result.query = random.nextBoolean() ? null : "query " + random.nextInt(3);
    result.seconds = random.nextInt(3) / 7.0;
    result.exact = random.nextBoolean();
    result.page = random.nextBoolean() ? null : new byte[] {1, 2, (byte) random.nextInt(3)};
    result.ranks = random.nextBoolean() ? null : new int[] {random.nextInt(3), 5};
    result.price = new BigDecimal("1." + random.nextInt(3));
    result.level = Level.values()[random.nextInt(2)];
    result.since = random.nextBoolean() ? null : new Date(random.nextInt(3));
    result.until = random.nextBoolean() ? null : calendar("2026-11-2" + random.nextInt(3));
    for (int i = random.nextInt(3); i > 0; i--) {
      result.items.add(item(random, i));
      result.words.add("wörd " + random.nextInt(3));
      result.facets.put("facet " + i, random.nextInt(3));
    }
    return result;
  }

  private static Item item(Random random, int depth) {
    Item item = new Item();
    item.title = "title " + random.nextInt(3);
    item.size = random.nextBoolean() ? null : random.nextLong();
    item.related = depth == 0 ? null : item(random, depth - 1);
    item.tags.add("tag " + random.nextInt(3));
    return item;
  }

  /** With a value in every field. */
  public static SearchResult full() {
    for (long seed = 0; ; seed++) {
      SearchResult result = random(seed);
      boolean complete =
          result.query != null
              && result.page != null
              && result.ranks != null
              && result.since != null
              && result.until != null
              && result.items.size() == 2
              && result.items.get(0).size != null;
      if (complete) {
        return result;
      }
    }
  }

  public static XMLGregorianCalendar calendar(String text) {
    return DatatypeFactory.newDefaultInstance().newXMLGregorianCalendar(text);
  }

  /** Deep. */
  @Override
  public SearchResult clone() {
    try {
      SearchResult copy = (SearchResult) super.clone();
      copy.page = page == null ? null : page.clone();
      copy.ranks = ranks == null ? null : ranks.clone();
      copy.since = since == null ? null : (Date) since.clone();
      copy.until = until == null ? null : (XMLGregorianCalendar) until.clone();
      copy.items = new ArrayList<>();
      items.forEach(item -> copy.items.add(item.copy()));
      copy.words = new ArrayList<>(words);
      copy.facets = new HashMap<>(facets);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("cloneable", e);
    }
  }
}
