package io.castile.cache;

import java.util.HashMap;
import java.util.Map;

/**
 * A call of an operation whose success makes cached answers of others wrong: these are dropped
 * unless the service refuses the call. Where nobody knows what became of it, they are dropped too.
 */
final class InvalidatingCall<R, X extends Throwable> {
  private final ResponseCache cache;
  private final CacheFlow flow;
  private final OperationCache operation;
  private final CacheCall<R, X> call;

  InvalidatingCall(
      ResponseCache cache, CacheFlow flow, OperationCache operation, CacheCall<R, X> call) {
    this.cache = cache;
    this.flow = flow;
    this.operation = operation;
    this.call = call;
  }

  R answer() throws X {
    Map<String, Object> arguments = arguments();
    boolean refused = false;
    try {
      R answer = call.ask(Map.of());
      refused = isFault(answer);
      return answer;
    } catch (Throwable t) {
      Reply reply = call.reply(t);
      refused = reply != null && reply.kind() == Reply.Kind.FAULT;
      throw t;
    } finally {
      if (!refused) {
        drop(arguments);
      }
    }
  }

  private boolean isFault(R answer) {
    try {
      return call.reply(answer).kind() == Reply.Kind.FAULT;
    } catch (UnfitException e) {
      return false;
    }
  }

  /** The arguments by which answers are chosen, by name; without those that are not known. */
  private Map<String, Object> arguments() {
    Map<String, Object> arguments = new HashMap<>();
    if (operation.policy.invalidates().stream().allMatch(each -> each.matching().isEmpty())) {
      return arguments;
    }
    try {
      Object[] values = call.arguments();
      operation
          .site
          .parameters()
          .forEach(parameter -> arguments.put(parameter.name(), values[parameter.slot()]));
    } catch (UnfitException e) {
      return arguments;
    }
    return arguments;
  }

  private void drop(Map<String, Object> arguments) {
    flow.drop(
        key ->
            key.scope().service().equals(operation.site.serviceName())
                && operation.policy.invalidates().stream()
                    .anyMatch(invalidation -> isMeant(invalidation, key, arguments)));
  }

  private boolean isMeant(Invalidation invalidation, CacheKey key, Map<String, Object> arguments) {
    if (!invalidation.operation().matchesName(key.scope().operation().toString())) {
      return false;
    }
    OperationCache other = cache.operationOf(key);
    if (other == null || !other.isCached()) {
      return true;
    }
    return invalidation.matching().entrySet().stream()
        .allMatch(
            pair ->
                !arguments.containsKey(pair.getKey())
                    || other.keys.mayHave(key, pair.getValue(), arguments.get(pair.getKey())));
  }
}
