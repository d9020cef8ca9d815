package io.castile.cache.key;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.policy.KeyKind;
import io.castile.soap.SoapVersion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The key by which a cached response is found: a {@link Scope} and the content of the request.
 * Equal keys mean equal requests: contents are compared in full, so that no collision of hashes can
 * give one request's response to another. Castile makes all keys; a store only compares them.
 *
 * <p>A key that has just been made may refer to the arguments of the call, and is good for a
 * look-up as long as they are not changed; {@link #toStored} makes the one to put into a map.
 * Neither {@code equals} nor {@code hashCode} throws.
 */
public abstract class CacheKey {
  private final Scope scope;
  private final int hash;

  /** Makes a key; for Castile's own kinds only. */
  protected CacheKey(Scope scope, int contentHash) {
    this.scope = scope;
    this.hash = 31 * scope.hashCode() + contentHash;
  }

  /** Returns the kind of data that the key is made of. */
  public abstract KeyKind kind();

  /** Returns the scope. */
  public final Scope scope() {
    return scope;
  }

  /**
   * Returns an equal key that cannot change: with copies of those arguments that the caller may
   * still change. To be asked for before the caller goes on; if asked for before the request is
   * sent, it is the key of what is sent. Immutable and thread-safe.
   *
   * @throws NotCacheableException if an argument cannot be copied, or was changed since the key was
   *     made; the response is then not to be stored
   */
  public abstract CacheKey toStored();

  /**
   * Returns the bytes of memory that a stored key takes, about; the operation's own not counted.
   */
  public abstract long weight();

  /** Whether the contents are the same, of a key of the same class and scope. */
  protected abstract boolean sameContent(CacheKey other);

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof CacheKey key
            && key.hash == hash
            && key.getClass() == getClass()
            && key.scope.equals(scope)
            && sameContent(key));
  }

  @Override
  public final int hashCode() {
    return hash;
  }

  /** Omits the content, which may be confidential. */
  @Override
  public final String toString() {
    return kind() + " key of " + scope;
  }

  /**
   * The part that every key has, whatever its kind: the endpoint, the operation, the version of
   * SOAP, and all that separates callers (the headers, users and so on by which responses vary).
   *
   * <p>Immutable and thread-safe. Made once for an operation at an endpoint; {@link #with} makes
   * that of one call. The order is by the texts, and consistent with {@code equals}: a map keeps
   * keys by it whose hashes are the same.
   */
  public static final class Scope implements Comparable<Scope> {
    private static final String[] NONE = {};

    private static final QName UNKNOWN = new QName("");

    private static final Comparator<@Nullable String> PARTS =
        Comparator.nullsFirst(Comparator.naturalOrder());

    private final String endpoint;
    private final QName service;
    private final QName operation;
    private final SoapVersion version;
    private final @Nullable String[] parts;
    private final int base;
    private final int hash;

    private Scope(
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
    public static Scope of(String endpoint, QName operation, SoapVersion version) {
      return of(endpoint, UNKNOWN, operation, version);
    }

    /** Returns the scope of an operation, without further parts. */
    public static Scope of(String endpoint, QName service, QName operation, SoapVersion version) {
      Objects.requireNonNull(service, "service");
      int base = 31 * Objects.requireNonNull(endpoint, "endpoint").hashCode();
      base = 31 * (base + Objects.requireNonNull(operation, "operation").hashCode());
      base += Objects.requireNonNull(version, "version").ordinal();
      return new Scope(endpoint, service, operation, version, NONE, base);
    }

    /**
     * Returns the same scope with these further parts in place of those that it has.
     *
     * @param further in an order that is the same for all calls; null for what a call does not
     *     have, which is not the same as an empty text
     */
    public Scope with(@Nullable String... further) {
      return new Scope(endpoint, service, operation, version, further.clone(), base);
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
      return parts.length == 0 ? 0 : ObjectLayout.object(5, 8) + ObjectLayout.texts(parts);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Scope scope
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

    @Override
    public int compareTo(Scope other) {
      int order = Arrays.compare(parts, other.parts, PARTS);
      order = order == 0 ? version.compareTo(other.version) : order;
      order = order == 0 ? endpoint.compareTo(other.endpoint) : order;
      order = order == 0 ? operation.toString().compareTo(other.operation.toString()) : order;
      return order == 0 ? service.toString().compareTo(other.service.toString()) : order;
    }

    /** Omits the parts, which may be secrets. */
    @Override
    public String toString() {
      return operation.getLocalPart() + " at " + endpoint + ", " + version;
    }
  }

  /**
   * A selection of keys: those of certain operations, all of them or some. A store that knows its
   * entries by their operations need not look at each.
   *
   * <p>Immutable; as thread-safe as its predicates, which may be asked by any thread.
   */
  public static final class Selection {
    private static final Selection ALL = ofOperations(scope -> true);

    private final Predicate<Scope> operations;
    private final @Nullable Predicate<CacheKey> keys; // null for all of these operations

    private Selection(Predicate<Scope> operations, @Nullable Predicate<CacheKey> keys) {
      this.operations = Objects.requireNonNull(operations, "operations");
      this.keys = keys;
    }

    /** Returns the selection of all keys. */
    public static Selection all() {
      return ALL;
    }

    /**
     * Returns all keys of certain operations.
     *
     * @param operations must not look at {@link Scope#parts}, which it may be asked without
     */
    public static Selection ofOperations(Predicate<Scope> operations) {
      return new Selection(operations, null);
    }

    /**
     * Returns certain keys of certain operations.
     *
     * @param operations as in {@link #ofOperations}
     * @param keys asked about keys of these operations only
     */
    public static Selection of(Predicate<Scope> operations, Predicate<CacheKey> keys) {
      return new Selection(operations, Objects.requireNonNull(keys, "keys"));
    }

    /** Returns certain keys, whatever their operation. */
    public static Selection of(Predicate<CacheKey> keys) {
      return of(scope -> true, keys);
    }

    /** Whether a key is meant. */
    public boolean has(CacheKey key) {
      return mayHave(key.scope()) && (keys == null || keys.test(key));
    }

    /** Whether keys of an operation are meant; the parts of the scope do not matter. */
    public boolean mayHave(Scope operation) {
      return operations.test(operation);
    }

    /** Whether all keys are meant of each operation of which some are. */
    public boolean isOfWholeOperations() {
      return keys == null;
    }
  }
}
