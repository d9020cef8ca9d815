package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which a receiver reads messages: its roles, its strictness, and the errors that
 * it passes over. Immutable.
 *
 * @param roles the roles in which the receiver acts beside that of the last receiver and the next
 *     one (actors in SOAP 1.1): header blocks for them that must be understood have to be
 * @param isStrict whether elements and attributes to which nothing is bound are refused; else they
 *     are passed over and told
 * @param onlyVersion the one version of SOAP that is read, faults aside; null for both
 * @param emptyNumbersAsZero whether an empty element is 0 where a number is expected
 * @param lenientHttp whether a client reads answers with another status of success than 200 and
 *     202, and those that do not say their type
 */
public record ReceiverSettings(
    Set<String> roles,
    boolean isStrict,
    @Nullable SoapVersion onlyVersion,
    boolean emptyNumbersAsZero,
    boolean lenientHttp) {
  /** The settings without roles: both versions are read, unknown elements are passed over. */
  public static final ReceiverSettings DEFAULT =
      new ReceiverSettings(Set.of(), false, null, false, false);

  /**
   * @throws IllegalArgumentException if a role is the one in which no node may act
   */
  public ReceiverSettings {
    roles = SoapVersion.checkedRoles(roles);
  }

  /**
   * Returns the same settings with other roles.
   *
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public ReceiverSettings withRoles(Set<String> others) {
    return new ReceiverSettings(others, isStrict, onlyVersion, emptyNumbersAsZero, lenientHttp);
  }
}
