package io.castile.wsdl.value;

import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.DescribedTypes;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Values of encoded messages at random, as dynamic clients give them: nil, derived types, values
 * that only say themselves what they are, and objects at several places.
 */
public final class RandomEncoded {
  private static final int MAX_DEPTH = 5;
  private static final int MOST_VALUES = 200;

  private static final List<String> TEXTS =
      List.of(
          "0",
          "-1",
          "7",
          "00042",
          "12345",
          "9007199254740993",
          "-9223372036854775808",
          "1.50",
          "123456789012345.67",
          "NaN",
          "-INF",
          "-0",
          "1E300",
          "true",
          "false",
          "AQIDBA==",
          "0AFF",
          "2024-02-29",
          "2024-02-29T12:30:00.120Z",
          "P1DT2H",
          " a  b ",
          "a < b & \"c\"",
          "@xsi:type",
          "$",
          "😀",
          "");

  private final EncodedPlans plans;
  private final Random random;
  private final Examples examples = new Examples();
  private final Texts texts = new Texts();
  private final Map<Described, List<Object>> made = new LinkedHashMap<>();
  private int depth;
  private int left = MOST_VALUES;

  private RandomEncoded(OperationValues operation, long seed) {
    this.plans = operation.plans().encoded();
    this.random = new Random(seed);
  }

  /** Returns values of the parts of a request, or of a response. */
  public static Map<String, @Nullable Object> of(
      OperationValues operation, boolean isResponse, long seed) {
    RandomEncoded made = new RandomEncoded(operation, seed);
    OperationMessage message =
        isResponse
            ? operation.operation().operation().output()
            : operation.operation().operation().input();
    MessageBinding bound =
        isResponse ? operation.operation().output() : operation.operation().input();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Part each :
        message == null || bound == null ? List.<Part>of() : message.message().parts()) {
      if (bound.parts().contains(each.name())) {
        QName type = each.type();
        values.put(
            each.name(),
            made.value(type == null ? Described.Any.INSTANCE : made.plans.typeOrAny(type)));
      }
    }
    return values;
  }

  /** Returns the same values, none of which is at two places. */
  @SuppressWarnings("unchecked") // a copy of a map is one
  public static Map<String, Object> tree(Map<String, @Nullable Object> values) {
    return (Map<String, Object>) Trees.copy(values);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private @Nullable Object value(Described type) {
    if (random.nextInt(8) == 0 || --left < 0) {
      return null;
    }
    if (type instanceof Described.Simple simple) {
      return text(plans.simple(simple));
    }
    List<Object> known = made.getOrDefault(type, List.of());
    if (!known.isEmpty() && random.nextInt(4) == 0) {
      return one(known);
    }
    if (depth >= MAX_DEPTH) {
      return null;
    }
    depth++;
    Object value = object(type);
    depth--;
    if (value instanceof Map || value instanceof List) {
      made.computeIfAbsent(type, added -> new ArrayList<>()).add(value);
    }
    return value;
  }

  private Object object(Described type) {
    if (type instanceof Described.Struct struct) {
      List<Described.Struct> all = new ArrayList<>(plans.derived(struct));
      if (!struct.isAbstract()) {
        all.add(struct);
      }
      return all.isEmpty() ? Map.of() : struct(one(all), struct);
    }
    if (type instanceof Described.Array array) {
      List<@Nullable Object> items = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        items.add(value(array.item()));
      }
      return items;
    }
    if (type == Described.AnyMap.INSTANCE) {
      return entries();
    }
    return switch (random.nextInt(7)) {
      case 0 -> one(TEXTS);
      case 1 -> random.nextInt();
      case 2 -> random.nextLong();
      case 3 -> random.nextDouble();
      case 4 -> random.nextBoolean();
      case 5 -> new ArrayList<>(List.of("a", 1));
      default -> entries();
    };
  }

  private Map<String, @Nullable Object> entries() {
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      entries.put(one(List.of("a", "b c", "<", "")), value(Described.Any.INSTANCE));
    }
    return entries;
  }

  private Map<String, @Nullable Object> struct(Described.Struct type, Described.Struct declared) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (type != declared) {
      fields.put(DescribedTypes.TYPE, String.valueOf(type.name()));
    }
    for (Described.Field each : type.fields()) {
      if (random.nextInt(5) != 0) {
        fields.put(each.name(), value(each.type()));
      }
    }
    return fields;
  }

  private @Nullable Object text(SimplePlan type) {
    for (int i = 0; i < 20; i++) {
      String text = one(TEXTS);
      try {
        type.converted(text, texts);
        return text;
      } catch (ValueException e) {
        // Another one may fit.
      }
    }
    return examples.of(type);
  }
}
