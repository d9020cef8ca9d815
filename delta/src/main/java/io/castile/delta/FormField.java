package io.castile.delta;

import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import org.jspecify.annotations.Nullable;

/**
 * The field {@code Castile} of a request for a form other than deltas.
 *
 * @param form the form that the client wants ({@code p})
 * @param state the version of the state that it holds ({@code s}); {@link Instance#NO_VERSION} for
 *     none
 */
record FormField(DifferentialOptions.Form form, long state) {
  /** The content coding of answers in such a form. */
  static final String CODING = "msoap";

  /** Returns what a field says; null if it says nothing of the kind. */
  static @Nullable FormField of(@Nullable String field) {
    if (field == null || LinkField.of(field) == null) {
      return null;
    }
    DifferentialOptions.Form form = null;
    long state = Instance.NO_VERSION;
    for (String part : field.split(";", -1)) {
      String parameter = part.trim();
      if (parameter.startsWith("p=")) {
        form = DifferentialOptions.Form.ofToken(parameter.substring(2));
      } else if (parameter.length() == 12
          && parameter.startsWith("s=\"")
          && parameter.endsWith("\"")) {
        state = InstanceNames.of(parameter.substring(3, 11));
      }
    }
    return form == null ? null : new FormField(form, state);
  }

  /** Returns a field that says this, too. */
  String with(String field) {
    String named = field + ";p=" + form.token();
    return state == Instance.NO_VERSION ? named : named + ";s=\"" + InstanceNames.text(state) + '"';
  }
}
