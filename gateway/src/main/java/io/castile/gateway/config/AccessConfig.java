package io.castile.gateway.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clients that may call a route: from which addresses, and with which credentials, one of which
 * is enough.
 *
 * @param addresses from where requests may come
 * @param basic passwords; null for none
 * @param keys keys in a header field; null for none
 * @param jwt signed tokens; null for none
 */
public record AccessConfig(
    AddressRules addresses,
    @Nullable BasicAccess basic,
    @Nullable KeyAccess keys,
    @Nullable JwtAccess jwt) {
  /** Any client may call. */
  public static final AccessConfig OPEN = new AccessConfig(AddressRules.ANY, null, null, null);

  public AccessConfig {
    Objects.requireNonNull(addresses, "addresses");
  }
}
