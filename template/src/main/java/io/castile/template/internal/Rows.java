package io.castile.template.internal;

import io.castile.xml.XmlWriter;
import java.util.List;

/** A list of beans that is being written as rows, one list after the other. */
final class Rows {
  private final XmlWriter writer;
  private List<?> items = List.of();
  private Object context = this;
  private int size;

  /**
   * @param writer of the same scope as the message; holds one row at a time
   */
  Rows(XmlWriter writer) {
    this.writer = writer;
  }

  /**
   * Begins a list.
   *
   * @param newContext what the codec wants to be given back
   */
  void begin(List<?> newItems, int newSize, Object newContext) {
    items = newItems;
    size = newSize;
    context = newContext;
  }

  /** Forgets the list. */
  void end() {
    begin(List.of(), 0, this);
  }

  XmlWriter writer() {
    return writer;
  }

  List<?> items() {
    return items;
  }

  int size() {
    return size;
  }

  Object context() {
    return context;
  }
}
