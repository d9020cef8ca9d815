package io.castile.interop.peers;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.Templates;

/** The forms in which Castile may send one and the same message. */
enum MessageForm {
  /** Without templates: what a peer misreads here it misreads anyway. */
  PLAIN(null),
  /** With templates, and no white space but what is in a plain message. */
  SHIFTED_UNSTUFFED(small(Stuffing.NONE, Padding.OUTSIDE)),
  SHIFTED_OUTSIDE(small(Stuffing.ADAPTIVE, Padding.OUTSIDE)),
  SHIFTED_INSIDE(small(Stuffing.ADAPTIVE, Padding.INSIDE)),
  STUFFED_OUTSIDE(
      TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(Padding.OUTSIDE).build()),
  STUFFED_INSIDE(
      TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(Padding.INSIDE).build()),
  /** Made while they are sent. */
  OVERLAID_OUTSIDE(overlaid(Padding.OUTSIDE)),
  OVERLAID_INSIDE(overlaid(Padding.INSIDE));

  /** Null for none. */
  private final TemplateOptions options;

  MessageForm(TemplateOptions options) {
    this.options = options;
  }

  /** Chunks so small that every batch has many, and that they are shifted, laid out anew, split. */
  private static TemplateOptions small(Stuffing stuffing, Padding padding) {
    return TemplateOptions.builder()
        .chunkBytes(2048)
        .splitBytes(4096)
        .reserveBytes(256)
        .stuffing(stuffing)
        .padding(padding)
        .build();
  }

  private static TemplateOptions overlaid(Padding padding) {
    return small(Stuffing.MAXIMUM, padding).toBuilder().maxArrayItems(100).build();
  }

  boolean isShifted() {
    return name().startsWith("SHIFTED");
  }

  boolean isOverlaid() {
    return name().startsWith("OVERLAID");
  }

  /** Whether a template writes the messages. */
  boolean hasTemplate() {
    return options != null && !isOverlaid();
  }

  /** Whether there is white space where a plain message has none. */
  boolean isPadded() {
    return options != null && options.stuffing() != Stuffing.NONE;
  }

  /** Whether numbers have the greatest width of their type. */
  boolean isMaximum() {
    return options != null && options.stuffing() == Stuffing.MAXIMUM;
  }

  boolean isPaddedInside() {
    return isPadded() && options.padding() == Padding.INSIDE;
  }

  /** Whether attributes have spaces behind their values: overlaying pads arrays only. */
  boolean padsAttributes() {
    return hasTemplate() && isPaddedInside();
  }

  TemplateOptions options() {
    return options;
  }

  /** Where a client or a server is to keep its templates: a new store, used from the first on. */
  Templates newStore() {
    return options != null
        ? Templates.builder().always(true).layout(options).build()
        : Templates.off();
  }
}
