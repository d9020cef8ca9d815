package io.castile.wsdl.diff;

import io.castile.wsdl.diff.Change.Impact;
import java.util.ArrayList;
import java.util.List;

/**
 * Two types, or two messages, that stand at the same place: their differences and those in them.
 */
final class TypePair {
  private final String place;
  private final List<Difference> differences = new ArrayList<>();
  private final List<TypePair> inner = new ArrayList<>();

  /**
   * A difference, and what it does to a client of the first description.
   *
   * @param request where it is in requests
   * @param response where it is in responses
   */
  record Difference(String text, Impact request, Impact response) {}

  TypePair(String place) {
    this.place = place;
  }

  String place() {
    return place;
  }

  List<Difference> differences() {
    return differences;
  }

  /** Returns the pairs of what is in the two. */
  List<TypePair> inner() {
    return inner;
  }

  void add(String text, Impact request, Impact response) {
    differences.add(new Difference(text, request, response));
  }
}
