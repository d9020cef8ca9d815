package io.castile.bench.encoded;

import io.castile.bench.encoded.message.Category;
import io.castile.bench.encoded.message.Hit;
import io.castile.bench.encoded.message.Knot;
import io.castile.bench.encoded.message.Quote;
import io.castile.bench.encoded.message.SearchResult;
import io.castile.demo.portal.PortalData;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** The messages of the suite: replies with one result each. */
enum EncodedReply {
  STRUCT("struct", "getStruct", Quote.class),
  STRINGS("100 strings", "getStrings", String[].class),
  STRUCTS("100 structs", "getStructs", Quote[].class),
  SEARCH("search reply", "getSearch", SearchResult.class),
  DOUBLES("double[10000]", "getDoubles", double[].class),
  INTS("int[10000]", "getInts", int[].class),
  GRAPH("graph of 128 objects", "getGraph", Knot.class);

  /** Of the element around the result, and of structs that say nothing else. */
  static final String NAMESPACE = "urn:castile:encoded";

  /** The classes of structs, for both stacks. */
  static final List<Class<?>> STRUCTS_OF_ALL =
      List.of(Quote.class, Knot.class, SearchResult.class, Hit.class, Category.class);

  private static final PortalData DATA = PortalData.standard();
  private static final int ITEMS = 100;
  private static final int NUMBERS = 10_000;
  private static final int LEVELS = 6;

  private final String label;
  private final String operation;
  private final Class<?> type;

  EncodedReply(String label, String operation, Class<?> type) {
    this.label = label;
    this.operation = operation;
    this.type = type;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** The Java type of the result. */
  Class<?> type() {
    return type;
  }

  /** The operation of {@link EncodedReplies} that gives it. */
  String operation() {
    return operation;
  }

  /** The element around the result. */
  QName element() {
    return new QName(NAMESPACE, operation + "Response");
  }

  /** The result; not to be changed. */
  Object value() {
    return switch (this) {
      case STRUCT -> new Quote(1);
      case STRINGS -> DATA.array().stream().limit(ITEMS).toArray(String[]::new);
      case STRUCTS -> IntStream.range(0, ITEMS).mapToObj(Quote::new).toArray(Quote[]::new);
      case SEARCH -> new SearchResult(DATA.search("web services caching"));
      case DOUBLES -> DATA.doubles(NUMBERS).stream().mapToDouble(Double::doubleValue).toArray();
      case INTS -> DATA.ints(NUMBERS).stream().mapToInt(Integer::intValue).toArray();
      case GRAPH -> Knot.tree(LEVELS, new Knot());
    };
  }

  /** Those that tell most, for a first look. */
  static List<EncodedReply> some() {
    return Stream.of(STRUCT, SEARCH, DOUBLES, GRAPH).toList();
  }
}
