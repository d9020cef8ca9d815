package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The fields of a map that are still to be written, each value once. */
final class RemainingFields {
  private final ComplexPlan type;
  private final Map<String, Object> map;
  private final Map<String, Integer> taken = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private final Set<String> single = new HashSet<>(); // whose value was taken as one

  @SuppressWarnings("unchecked") // a key that is no text is an unknown field
  RemainingFields(ComplexPlan type, Map<?, ?> map) {
    this.type = type;
    this.map = (Map<String, Object>) map;
  }

  /** Returns a value that comes once; null where there is none. */
  @Nullable Object single(String key) {
    known.add(key);
    return map.get(key);
  }

  /** Whether there is one more value of an element. */
  boolean has(ElementPlan element) {
    String key = type.key(element);
    known.add(key);
    int next = taken.getOrDefault(key, 0);
    List<?> list = several(element);
    return list == null ? next == 0 && map.containsKey(key) : next < list.size();
  }

  /**
   * The values of an element that has a list of them; null where it has one. That may be a list
   * itself, of an element with a list type: several of these are a list of lists.
   */
  private @Nullable List<?> several(ElementPlan element) {
    if (!(map.get(type.key(element)) instanceof List<?> list)) {
      return null;
    }
    return element.areSeveral(list) ? list : null;
  }

  /** Returns the next value of an element that has one more. */
  @Nullable Object next(ElementPlan element) {
    String key = type.key(element);
    int next = taken.merge(key, 1, Integer::sum) - 1;
    List<?> list = several(element);
    if (list == null) {
      single.add(key);
      return map.get(key);
    }
    return list.get(next);
  }

  /** Returns how the next value is called in messages. */
  String path(ElementPlan element) {
    String key = type.key(element);
    return several(element) == null ? key : key + "[" + taken.getOrDefault(key, 0) + "]";
  }

  /** Returns the elements that a wildcard is for, the first time; null where there are none. */
  @Nullable Object takeAny() {
    return hasAny() ? map.get(claimed(ComplexPlan.ANY)) : null;
  }

  /** Whether there are elements that a wildcard is for, which have not been written. */
  boolean hasAny() {
    known.add(ComplexPlan.ANY);
    return map.containsKey(ComplexPlan.ANY) && !taken.containsKey(ComplexPlan.ANY);
  }

  private String claimed(String key) {
    taken.put(key, 1);
    single.add(key);
    return key;
  }

  /**
   * Checks that nothing is left.
   *
   * @throws ValueException if there is a field that was not asked for, or a value too many
   */
  void checkNothingLeft(Set<String> expected) {
    Set<String> unknown = new TreeSet<>();
    for (Object key : map.keySet()) {
      unknown.add(String.valueOf(key));
    }
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw unknown(expected, unknown);
    }
    for (Map.Entry<String, Object> each : map.entrySet()) {
      boolean isSeveral = each.getValue() instanceof List && !single.contains(each.getKey());
      int count = isSeveral ? ((List<?>) each.getValue()).size() : 1;
      int written = taken.getOrDefault(each.getKey(), 0);
      if (!each.getKey().startsWith("@")
          && !each.getKey().equals(ComplexPlan.TEXT)
          && written < count) {
        throw written == 0 && !taken.isEmpty()
            ? new ValueException(
                "expected no "
                    + each.getKey()
                    + " beside "
                    + String.join(", ", new TreeSet<>(taken.keySet()))
                    + ", found "
                    + count)
            : tooMany(written, each.getKey(), count);
      }
    }
  }

  static ValueException unknown(Set<String> expected, Set<String> found) {
    return new ValueException(
        "expected fields of "
            + String.join(", ", expected)
            + ", found "
            + String.join(", ", found));
  }

  static ValueException tooMany(int most, String key, int count) {
    return new ValueException("expected at most " + most + " of " + key + " here, found " + count);
  }
}
