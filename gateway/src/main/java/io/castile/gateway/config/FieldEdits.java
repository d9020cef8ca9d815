package io.castile.gateway.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes to the header fields of a message.
 *
 * @param set the values that fields have in place of all that came, by their names
 * @param remove the names of fields that are removed
 */
public record FieldEdits(Map<String, String> set, List<String> remove) {
  /** No changes. */
  public static final FieldEdits NONE = new FieldEdits(Map.of(), List.of());

  public FieldEdits {
    set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
    remove = List.copyOf(remove);
  }

  /** Whether a field of that name, in any case, is set or removed. */
  boolean has(String name) {
    return remove.stream().anyMatch(name::equalsIgnoreCase)
        || set.keySet().stream().anyMatch(name::equalsIgnoreCase);
  }
}
