package io.castile.bench.send;

import io.castile.template.Templates;

/** How a client sends numbers in the suite {@code sendtime}. */
enum ClientRow {
  PLAIN("client, templates off", 0),
  EQUAL("client, equal", 0),
  ONE("client, one item changed", 0),
  QUARTER("client, 25 % changed", 25),
  ALL("client, all but one changed", 100),
  FIRST("client, first message", 0);

  private final String label;
  private final int percent;

  ClientRow(String label, int percent) {
    this.label = label;
    this.percent = percent;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** Where a client of this row keeps templates; each has its own, and else is as by default. */
  Templates templates() {
    return this == PLAIN ? Templates.off() : Templates.builder().build();
  }

  /**
   * Whether an item is another one in each message. The first one is not: a message whose first
   * item comes again would find the template of the message before the last.
   */
  boolean changes(int index, int size) {
    if (this == ONE) {
      return index == size / 2;
    }
    return index > 0 && percent > 0 && (percent == 100 || index % (100 / percent) == 1);
  }
}
