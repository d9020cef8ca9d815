package io.castile.bench.dynamic;

import io.castile.bench.calls.CallOperation;
import io.castile.demo.portal.PortalData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an answer says, as one line of text that clients of all languages make: equal answers have
 * one text. An answer is a map, a bean, or a list of either.
 */
final class DynamicFacts {
  /** What is called: one small answer, one of a common size, a large one. */
  static final List<CallOperation> OPERATIONS =
      List.of(CallOperation.SIMPLE, CallOperation.SEARCH, CallOperation.RATINGS);

  /** What stands before the text, one line for each of {@link #OPERATIONS}. */
  static final String FACTS = "facts ";

  private static final String SEPARATOR = "|";

  private DynamicFacts() {}

  /** The text of the right answer. */
  static String expected(CallOperation operation) {
    PortalData data = PortalData.standard();
    return of(
        operation,
        switch (operation) {
          case SIMPLE -> data.simple();
          case SEARCH -> data.search(operation.query(0));
          case RATINGS -> data.ratings();
          default -> throw new IllegalArgumentException("not one of this suite: " + operation);
        });
  }

  /** The text of an answer, which has no line break. */
  static String of(CallOperation operation, Object answer) {
    List<String> facts = new ArrayList<>();
    switch (operation) {
      case SIMPLE -> facts.add(answer.toString());
      case SEARCH -> {
        facts.add(field(answer, "estimatedTotalResultsCount").toString());
        for (Object hit : (List<?>) field(answer, "resultElements")) {
          facts.add(field(hit, "title") + SEPARATOR + field(hit, "snippet"));
        }
      }
      case RATINGS -> {
        for (Object rated : (List<?>) answer) {
          String price = String.format(Locale.ROOT, "%.2f", (double) field(rated, "price"));
          facts.add(field(rated, "symbol") + SEPARATOR + price);
        }
      }
      default -> throw new IllegalArgumentException("not one of this suite: " + operation);
    }
    return String.join(SEPARATOR, facts);
  }

  private static Object field(Object holder, String name) {
    if (holder instanceof Map<?, ?> map) {
      return map.get(name);
    }
    String getter = "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    try {
      return holder.getClass().getMethod(getter).invoke(holder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(holder.getClass() + " has no " + getter, e);
    }
  }
}
