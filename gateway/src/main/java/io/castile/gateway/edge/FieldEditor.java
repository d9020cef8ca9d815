package io.castile.gateway.edge;

import io.castile.gateway.config.FieldEdits;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Changes header fields. Immutable and thread-safe. */
final class FieldEditor implements Consumer<HttpHeaders> {
  private final List<AsciiString> removed;
  private final List<Map.Entry<AsciiString, String>> set;

  private FieldEditor(FieldEdits edits) {
    removed = edits.remove().stream().map(AsciiString::cached).toList();
    set =
        edits.set().entrySet().stream()
            .map(field -> Map.entry(AsciiString.cached(field.getKey()), field.getValue()))
            .toList();
  }

  /** Returns what makes the changes; null for none. */
  static @Nullable FieldEditor of(FieldEdits edits) {
    return edits.equals(FieldEdits.NONE) ? null : new FieldEditor(edits);
  }

  @Override
  public void accept(HttpHeaders fields) {
    removed.forEach(fields::remove);
    set.forEach(field -> fields.set(field.getKey(), field.getValue()));
  }
}
