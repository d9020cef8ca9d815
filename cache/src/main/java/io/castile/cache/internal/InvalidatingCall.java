package io.castile.cache.internal;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.request.ElementValues;
import io.castile.cache.request.MessageKeys;
import io.castile.soap.Headers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call of an operation whose success makes cached answers of other operations wrong: these are
 * dropped unless the service refuses the call. They are dropped too if the outcome of the call is
 * unknown.
 */
final class InvalidatingCall<R, X extends Throwable> implements PendingCall<R> {
  private static final Logger log = LoggerFactory.getLogger(InvalidatingCall.class);

  private static final MessageKeys MESSAGES = MessageKeys.of();

  private final CallCache cache;
  private final Entries entries;
  private final OperationCache operation;
  private final CacheCall<R, X> call;
  private final Map<String, Object> arguments;
  private boolean isBodyRead;
  private byte @Nullable [] body; // null where it is not read, or cannot be

  InvalidatingCall(
      CallCache cache, Entries entries, OperationCache operation, CacheCall<R, X> call) {
    this.cache = cache;
    this.entries = entries;
    this.operation = operation;
    CacheCall<R, X> own = call;
    try {
      own = hasMatching() ? call.snapshot() : call;
    } catch (NotCacheableException e) {
      log.debug(
          "the arguments of {} cannot be copied: {}", operation.cachedOperation, e.getMessage());
    }
    this.call = own;
    this.arguments = arguments();
  }

  /** Asks the origin. */
  R ask() throws X {
    R answer;
    try {
      answer = call.ask(Headers.NONE);
    } catch (Throwable t) {
      failed(t);
      throw t;
    }
    answered(answer);
    return answer;
  }

  /** Asks the origin, without a thread that waits. */
  CompletableFuture<R> askLater() {
    return call.askLater(Headers.NONE)
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                answered(answer);
              } else {
                failed(CacheFlow.causeOf(thrown));
              }
            });
  }

  /** Null: the origin is to be asked. */
  @Override
  public @Nullable R answer() {
    return null;
  }

  @Override
  public void answered(R answer) {
    dropUnlessFault(() -> call.reply(answer));
  }

  @Override
  public void failed(Throwable thrown) {
    dropUnlessFault(() -> call.reply(thrown));
  }

  private void dropUnlessFault(Supplier<OriginReply> came) {
    boolean refused = false;
    try {
      OriginReply reply = came.get();
      refused = reply != null && reply.kind() == OriginReply.Kind.FAULT;
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("the answers of {} are not known: {}", operation.cachedOperation, e.toString());
    } finally {
      if (!refused) {
        drop();
      }
    }
  }

  /** Whether answers are chosen by the arguments, which keys outside of the process do not tell. */
  private boolean hasMatching() {
    return (!operation.asBytes || cache.isSavable())
        && operation.policy.invalidates().stream().anyMatch(each -> !each.matching().isEmpty());
  }

  /** The arguments by which answers are chosen, by name; without those that are not known. */
  private Map<String, Object> arguments() {
    Map<String, Object> arguments = new HashMap<>();
    if (!hasMatching()) {
      return arguments;
    }
    try {
      Object[] values = call.arguments();
      operation
          .cachedOperation
          .parameters()
          .forEach(parameter -> arguments.put(parameter.name(), values[parameter.slot()]));
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("the arguments of {} are not known: {}", operation.cachedOperation, e.toString());
    }
    return arguments;
  }

  private void drop() {
    entries.drop(
        hasMatching()
            ? CacheKey.Selection.of(this::mayBeMeant, this::isMeant)
            : CacheKey.Selection.ofOperations(this::mayBeMeant));
  }

  private boolean mayBeMeant(CacheKey.Scope scope) {
    return scope.service().equals(operation.cachedOperation.serviceName())
        && operation.policy.invalidates().stream().anyMatch(each -> isOf(each, scope));
  }

  /** An operation whose namespace is not known, as of a request by HTTP GET, may be any. */
  private static boolean isOf(Invalidation invalidation, CacheKey.Scope scope) {
    QName operation = scope.operation();
    NamePattern pattern = invalidation.operation();
    return pattern.matchesName(operation.toString())
        || (operation.getNamespaceURI().isEmpty()
            && pattern.matchesLocalName(operation.getLocalPart()));
  }

  private boolean isMeant(CacheKey key) {
    return operation.policy.invalidates().stream().anyMatch(each -> isMeant(each, key));
  }

  private boolean isMeant(Invalidation invalidation, CacheKey key) {
    if (!isOf(invalidation, key.scope())) {
      return false;
    }
    OperationCache other = cache.operationOf(key); // null for one not called since a restart
    if (other != null && !other.isCached()) {
      return true;
    }
    byte[] asked = ElementValues.body(key);
    byte[] own = asked == null ? null : body();
    return invalidation.matching().entrySet().stream()
        .allMatch(
            pair ->
                asked == null || own == null
                    ? mayHave(other, key, pair.getKey(), pair.getValue())
                    : ElementValues.mayShare(own, pair.getKey(), asked, pair.getValue()));
  }

  private boolean mayHave(
      @Nullable OperationCache other, CacheKey key, String name, String otherName) {
    return other == null
        || !arguments.containsKey(name)
        || other.keys().mayHave(key, otherName, arguments.get(name));
  }

  /** The content of the body of this call's message; null where it has none that can be read. */
  private byte @Nullable [] body() {
    if (!isBodyRead) {
      isBodyRead = true;
      try {
        body = MESSAGES.body(call.version(), call.message(), call.charset());
      } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
        log.debug("the message of {} is not known: {}", operation.cachedOperation, e.toString());
      }
    }
    return body;
  }
}
