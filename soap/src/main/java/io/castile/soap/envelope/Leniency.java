package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import org.jspecify.annotations.Nullable;

/**
 * The leniency of a receiver towards messages.
 *
 * @param onlyVersion the one version of SOAP that is read, faults aside; null for both
 * @param emptyNumbersAsZero whether an empty element is 0 where a number is expected
 * @param lenientHttp whether a client reads answers with another status of success than 200 and
 *     202, and those that do not say their type
 */
public record Leniency(
    @Nullable SoapVersion onlyVersion, boolean emptyNumbersAsZero, boolean lenientHttp) {
  /** Both versions; no empty numbers. */
  public static final Leniency DEFAULT = new Leniency(null, false, false);
}
