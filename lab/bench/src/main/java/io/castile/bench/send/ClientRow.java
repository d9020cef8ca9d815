package io.castile.bench.send;

import io.castile.template.TemplateOptions;
import io.castile.template.Templates;

/** How a client sends numbers in the suite {@code sendtime}. */
enum ClientRow {
  PLAIN("client, templates off", 0),
  EQUAL("client, equal", 0),
  ONE("client, one item changed", 0),
  QUARTER("client, 25 % changed", 25),
  ALL("client, all but one changed", 100),
  FIRST("client, first message", 0),
  /** What a service is sent for the first time has just been sent to another one that is alike. */
  FIRST_APART("client, first message to a second service, templates apart", 0),
  FIRST_SHARED("client, first message to a second service, templates shared", 0),
  /** Equal messages to two services, of which one is timed. */
  TURN_APART("client, equal, two services in turn, templates apart", 0),
  TURN_SHARED("client, equal, two services in turn, templates shared", 0);

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
    if (this == PLAIN) {
      return Templates.off();
    }
    return hasSecondService()
        ? Templates.builder()
            .always(true) // a first message is none of a trial
            .layout(TemplateOptions.builder().acrossServices(isShared()).build())
            .build()
        : Templates.builder().build();
  }

  /** Whether another service that is alike is sent the same message before. */
  boolean hasSecondService() {
    return ordinal() >= FIRST_APART.ordinal();
  }

  private boolean isShared() {
    return this == FIRST_SHARED || this == TURN_SHARED;
  }

  /** Whether nothing is known before each message, or before that to the other service. */
  boolean forgets() {
    return this == FIRST || this == FIRST_APART || this == FIRST_SHARED;
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
