package io.castile.delta;

import io.castile.delta.format.Delta;

/** In what form a client wants to have answers that differ from earlier ones. */
public enum DifferentialForm {
  /** {@link Delta}: typed columns, or the earlier message as a dictionary. */
  COLUMNS("", null, false),

  /** Differential Updates of the mSOAP paper (§III.A): the elements of lists that have changed. */
  PAPER_UPDATES("u", PaperLink.Updates.ELEMENTS, false),

  /** The encoding of the mSOAP paper (§III.B): codes for tags. */
  PAPER_ENCODING("e", PaperLink.Updates.NONE, true),

  /** Both, as in the paper. */
  MSOAP("ue", PaperLink.Updates.ELEMENTS, true);

  private final String token;
  private final PaperLink.Updates updates; // null for no form of the paper
  private final boolean encoded;

  DifferentialForm(String token, PaperLink.Updates updates, boolean encoded) {
    this.token = token;
    this.updates = updates;
    this.encoded = encoded;
  }

  /** What names this form between two ends. */
  String token() {
    return token;
  }

  /** Whether answers in this form say which elements have changed. */
  boolean hasUpdates() {
    return updates == PaperLink.Updates.ELEMENTS;
  }

  /** A new end of a link with this form, which is one of the paper. */
  PaperLink newLink() {
    return PaperLink.of(updates, encoded);
  }

  /** The form of the paper with this token; null if there is none. */
  static DifferentialForm ofToken(String token) {
    for (DifferentialForm form : values()) {
      if (form != COLUMNS && form.token.equals(token)) {
        return form;
      }
    }
    return null;
  }
}
