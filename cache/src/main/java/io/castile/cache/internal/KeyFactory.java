package io.castile.cache.internal;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.ArgumentsKey;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.policy.text.QualifiedName;
import io.castile.cache.request.MessageKeys;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the keys of one operation at one endpoint, as its policy says. Thread-safe.
 *
 * <p>Where the kind that the policy names does not fit the operation's types, another is chosen:
 * each of them tells requests apart.
 */
final class KeyFactory {
  private static final Logger log = LoggerFactory.getLogger(KeyFactory.class);
  private static final String SERVED = "served";

  private static final Object[] NO_ARGUMENTS = {};

  /** Where the target is among the parts that stand behind what tells callers apart. */
  private static final int TARGET = 1;

  private static final int NO_TARGET = -1;

  private final OperationPolicy policy;

  /** Null where keys do not outlive the process. */
  private final @Nullable PersistentKeyParts lasting;

  /** The scopes by the ordinals of the versions. */
  private final CacheKey.Scope[] scopes = new CacheKey.Scope[SoapVersion.values().length];

  /** The keys of calls that this process serves. */
  private final CacheKey.Scope[] served = new CacheKey.Scope[scopes.length];

  /** The parameters that count and are in the body, and their slots. */
  private final List<Parameter> counting = new ArrayList<>();

  private final int[] slots;

  /** Whether the slots are all arguments in their order. */
  private final boolean all;

  /** Header blocks that are parameters and count. */
  private final List<Parameter> headers = new ArrayList<>();

  /** The last one that was made; null for none. */
  private volatile @Nullable Remembered lastScope;

  /** Null where keys are made of messages. */
  private final @Nullable Keys ofArguments;

  /** Null where keys are made of arguments only. */
  private final @Nullable MessageKeys ofMessages;

  /**
   * @param asBytes whether keys have to outlive the process
   */
  KeyFactory(
      CachedOperation cachedOperation, String endpoint, OperationPolicy policy, boolean asBytes) {
    this.policy = policy;
    this.lasting = asBytes ? new PersistentKeyParts(cachedOperation, policy) : null;
    for (SoapVersion version : SoapVersion.values()) {
      CacheKey.Scope scope =
          CacheKey.Scope.of(
              endpoint, cachedOperation.serviceName(), cachedOperation.name(), version);
      scopes[version.ordinal()] =
          lasting == null ? scope : scope.with(lasting.of(List.of(), NO_TARGET));
      served[version.ordinal()] = scope.with(ended(List.of(SERVED), NO_TARGET));
    }
    List<Parameter> ignored = new ArrayList<>();
    for (Parameter parameter : cachedOperation.parameters()) {
      if (!counts(parameter)) {
        ignored.add(parameter);
      } else if (parameter.header()) {
        headers.add(parameter);
      } else {
        counting.add(parameter);
      }
    }
    int arguments = cachedOperation.isOpaque() ? 0 : cachedOperation.operation().parameterCount();
    boolean ofMessage =
        asBytes
            || cachedOperation.isOpaque()
            || policy.key() == KeyKind.XML_MESSAGE
            || ignoresElements();
    if (ofMessage) {
      ofArguments = null;
      ofMessages = MessageKeys.ignoring(paths(cachedOperation.operation(), ignored));
    } else {
      counting.addAll(headers); // no message is made, so they are as good as the others
      headers.clear();
      ofArguments = keys(cachedOperation);
      ofMessages = null;
    }
    slots = counting.stream().mapToInt(Parameter::slot).toArray();
    boolean inOrder = slots.length == arguments;
    for (int i = 0; i < slots.length; i++) {
      inOrder &= slots[i] == i;
    }
    all = inOrder;
  }

  private boolean counts(Parameter parameter) {
    boolean varies = policy.vary().contains(Vary.argument(parameter.name()));
    return varies
        || policy.ignore().stream()
            .noneMatch(
                ignored ->
                    switch (ignored.kind()) {
                      case ARGUMENT -> ignored.name().equals(parameter.name());
                      case SOAP_HEADER ->
                          parameter.header()
                              && QualifiedName.matches(ignored.name(), parameter.element());
                      case ELEMENT, HTTP_HEADER -> false;
                    });
  }

  private boolean ignoresElements() {
    return policy.ignore().stream().anyMatch(ignored -> ignored.kind() == IgnoredPart.Kind.ELEMENT);
  }

  private List<ElementPath> paths(OperationModel operation, List<Parameter> ignored) {
    List<ElementPath> paths = new ArrayList<>();
    for (IgnoredPart each : policy.ignore()) {
      if (each.kind() == IgnoredPart.Kind.ELEMENT) {
        paths.add(new ElementPath(each.name()));
      }
    }
    String parent = operation.style() == Operation.Style.BARE ? "/" : "/*/";
    for (Parameter parameter : ignored) {
      if (!parameter.header()) {
        paths.add(new ElementPath(parent + parameter.element()));
      }
    }
    return paths;
  }

  private Keys keys(CachedOperation cachedOperation) {
    List<ArgumentType> types =
        counting.stream()
            .map(parameter -> new ArgumentType(parameter.type(), parameter.codec()))
            .toList();
    try {
      return Keys.of(policy.key(), types);
    } catch (NotCacheableException e) {
      log.warn("the keys of {} are chosen automatically: {}", cachedOperation, e.getMessage());
      return Keys.of(KeyKind.AUTOMATIC, types);
    }
  }

  /**
   * The key of a call, for a look-up.
   *
   * @throws NotCacheableException if there is none
   */
  <R, X extends Throwable> CacheKey key(CacheCall<R, X> call, RequestAttributes facts) {
    if (ofArguments != null) {
      Object[] arguments = call.arguments(); // a message's version is known once it has been read
      return ofArguments.key(scope(call, facts, NO_ARGUMENTS), counting(arguments));
    }
    Object[] arguments = headers.isEmpty() ? NO_ARGUMENTS : call.arguments();
    return Objects.requireNonNull(ofMessages)
        .key(scope(call, facts, arguments), call.message(), call.charset());
  }

  private <R, X extends Throwable> CacheKey.Scope scope(
      CacheCall<R, X> call, RequestAttributes facts, Object[] arguments) {
    CacheKey.Scope scope = (call.isServed() ? served : scopes)[call.version().ordinal()];
    String partition = policy.shared() ? null : call.partition();
    String target = call.target();
    String fields = facts.keyedFields(policy.unkeyedFields());
    boolean plain = policy.vary().isEmpty() && headers.isEmpty() && target == null;
    if (!plain) {
      return scope.with(parts(facts, arguments, call.isServed(), partition, target, fields));
    }
    return partition == null && fields == null
        ? scope
        : remembered(scope, partition, fields, call.isServed());
  }

  /** The scope of a port with its fields, of which one operation mostly has one. */
  private CacheKey.Scope remembered(
      CacheKey.Scope scope, @Nullable String partition, @Nullable String fields, boolean isServed) {
    Remembered last = lastScope;
    if (last == null || !last.isOf(scope, partition, fields)) {
      CacheKey.Scope with =
          scope.with(
              parts(RequestAttributes.NONE, NO_ARGUMENTS, isServed, partition, null, fields));
      last = new Remembered(scope, partition, fields, with);
      lastScope = last;
    }
    return last.scope();
  }

  /**
   * A scope that was made.
   *
   * @param of of this one
   */
  private record Remembered(
      CacheKey.Scope of,
      @Nullable String partition,
      @Nullable String fields,
      CacheKey.Scope scope) {
    boolean isOf(
        CacheKey.Scope other, @Nullable String otherPartition, @Nullable String otherFields) {
      return of == other
          && Objects.equals(partition, otherPartition)
          && Objects.equals(fields, otherFields);
    }
  }

  private Object[] counting(Object[] arguments) {
    if (all) {
      return arguments;
    }
    Object[] counting = new Object[slots.length];
    for (int i = 0; i < slots.length; i++) {
      counting[i] = arguments[slots[i]];
    }
    return counting;
  }

  /** Returns the parts of the key beside its content. */
  private @Nullable String[] parts(
      RequestAttributes facts, Object[] arguments, boolean isServed, @Nullable String... further) {
    List<@Nullable String> parts = new ArrayList<>(SharingRule.parts(policy, facts));
    int targetAt = parts.size() + TARGET;
    Collections.addAll(parts, further);
    for (Parameter header : headers) {
      Object value = arguments[header.slot()];
      parts.add(
          value == null ? null : new String(header.codec().toBytes(value), StandardCharsets.UTF_8));
    }
    if (isServed) {
      parts.add(SERVED);
    }
    return ended(parts, targetAt);
  }

  /** In the form of keys that outlive the process, where they do. */
  private @Nullable String[] ended(List<@Nullable String> parts, int targetAt) {
    return lasting == null ? parts.toArray(String[]::new) : lasting.of(parts, targetAt);
  }

  /** Where {@link CacheCall#target} is in the parts of a key; an index that may be too great. */
  static int targetAt(OperationPolicy policy, boolean asBytes) {
    int callers = SharingRule.parts(policy, RequestAttributes.NONE).size();
    return callers + TARGET + (asBytes ? PersistentKeyParts.ADDED : 0);
  }

  /**
   * Whether a kept key may have that argument: unless it is known to have another one.
   *
   * @param name of a parameter of this operation
   */
  boolean mayHave(CacheKey key, String name, Object value) {
    if (!(key instanceof ArgumentsKey arguments)) {
      return true;
    }
    for (int i = 0; i < slots.length; i++) {
      if (counting.get(i).name().equals(name)) {
        Object own = arguments.argument(i);
        return own == null || value == null
            ? own == value
            : own.getClass() != value.getClass() || same(counting.get(i), own, value);
      }
    }
    return true;
  }

  private static boolean same(Parameter parameter, Object one, Object other) {
    try {
      return parameter.codec().equal(one, other);
    } catch (RuntimeException e) {
      return true;
    }
  }
}
