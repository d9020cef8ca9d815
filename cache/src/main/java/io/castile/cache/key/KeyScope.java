package io.castile.cache.key;

import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.ObjectLayout;
import io.castile.soap.SoapVersion;
import java.util.Arrays;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The part that every key has, whatever its kind: the endpoint, the operation, the version of SOAP,
 * and all that separates callers (the headers, users and so on by which responses vary).
 *
 * <p>Immutable and thread-safe. Made once for an operation at an endpoint; {@link #with} makes that
 * of one call.
 */
public final class KeyScope {
  private static final String[] NONE = {};

  private static final QName UNKNOWN = new QName("");

  private final String endpoint;
  private final QName service;
  private final QName operation;
  private final SoapVersion version;
  private final @Nullable String[] parts;
  private final int base;
  private final int hash;

  private KeyScope(
      String endpoint,
      QName service,
      QName operation,
      SoapVersion version,
      @Nullable String[] parts,
      int base) {
    this.endpoint = endpoint;
    this.service = service;
    this.operation = operation;
    this.version = version;
    this.parts = parts;
    this.base = base;
    this.hash = 31 * base + Arrays.hashCode(parts);
  }

  /** Returns the scope of an operation of a service that is not known, without further parts. */
  public static KeyScope of(String endpoint, QName operation, SoapVersion version) {
    return of(endpoint, UNKNOWN, operation, version);
  }

  /** Returns the scope of an operation, without further parts. */
  public static KeyScope of(String endpoint, QName service, QName operation, SoapVersion version) {
    Objects.requireNonNull(service, "service");
    int base = 31 * Objects.requireNonNull(endpoint, "endpoint").hashCode();
    base = 31 * (base + Objects.requireNonNull(operation, "operation").hashCode());
    base += Objects.requireNonNull(version, "version").ordinal();
    return new KeyScope(endpoint, service, operation, version, NONE, base);
  }

  /**
   * Returns the same scope with these further parts in place of those that it has.
   *
   * @param further in an order that is the same for all calls; null for what a call does not have,
   *     which is not the same as an empty text
   */
  public KeyScope with(@Nullable String... further) {
    return new KeyScope(endpoint, service, operation, version, further.clone(), base);
  }

  /** Returns the address. */
  public String endpoint() {
    return endpoint;
  }

  /** Returns the name of the service; an empty name if it is not known. */
  public QName service() {
    return service;
  }

  /** Returns the name of the operation. */
  public QName operation() {
    return operation;
  }

  /** The parts of the key beside endpoint, operation and content; not changed. */
  public @Nullable String[] parts() {
    return parts;
  }

  /** Returns the version of SOAP. */
  public SoapVersion version() {
    return version;
  }

  /** The bytes that the parts of one call take; the rest is the operation's. */
  public long weight() {
    return parts.length == 0 ? 0 : ObjectLayout.object(5, 8) + GraphSize.of(parts);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof KeyScope scope
            && scope.hash == hash
            && scope.version == version
            && scope.endpoint.equals(endpoint)
            && scope.operation.equals(operation)
            && scope.service.equals(service)
            && Arrays.equals(scope.parts, parts));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Omits the parts, which may be secrets. */
  @Override
  public String toString() {
    return operation.getLocalPart() + " at " + endpoint + ", " + version;
  }
}
