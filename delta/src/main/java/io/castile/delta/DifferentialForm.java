package io.castile.delta;

import io.castile.delta.format.Delta;
import io.castile.delta.internal.ResponseForms;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a client wants responses that differ from earlier ones. All but {@link
 * #COLUMNS} come with the artifact {@code castile-papers} ({@link ResponseForms}), which both ends
 * need.
 */
public enum DifferentialForm {
  /** {@link Delta}: typed columns, or the earlier message as a dictionary. */
  COLUMNS(""),

  /** Differential Updates of the mSOAP paper (§III.A): the elements of lists that have changed. */
  PAPER_UPDATES("u"),

  /** The encoding of the mSOAP paper (§III.B): codes for tags. */
  PAPER_ENCODING("e"),

  /** Both forms, as in the paper. */
  MSOAP("ue");

  private final String token;

  DifferentialForm(String token) {
    this.token = token;
  }

  /** Returns the name of this form between two ends. */
  String token() {
    return token;
  }

  /** The form with this token, which is none of deltas; null if there is none. */
  static @Nullable DifferentialForm ofToken(String token) {
    for (DifferentialForm form : values()) {
      if (form != COLUMNS && form.token.equals(token)) {
        return form;
      }
    }
    return null;
  }
}
