package io.castile.cache.observe.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * What a description says of an operation, for people.
 *
 * @param name of the operation
 * @param signature with the names and types of its parts; empty where it is not known
 * @param documentation its first sentence; empty for none
 */
public record OperationText(String name, String signature, String documentation) {
  /** Returns it as lines of text. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!signature.isEmpty()) {
      lines.add(signature);
    }
    if (!documentation.isEmpty()) {
      lines.add("\"" + documentation + "\"");
    }
    return lines;
  }
}
