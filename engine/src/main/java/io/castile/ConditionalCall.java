package io.castile;

import io.castile.cache.internal.OriginReply;
import io.castile.soap.Headers;
import io.castile.soap.model.internal.OperationModel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a port that asks whether a kept answer still holds. The thread that makes the call has
 * it, not the port, whose request context may be that of all threads: the stack below takes the
 * header fields for its next request, once, and tells what came. A call that the stack makes on
 * another thread does not find it, and is an ordinary one.
 *
 * <p>Used by one thread.
 */
final class ConditionalCall {
  private static final int NOT_MODIFIED = 304;

  private static final ThreadLocal<ConditionalCall> CURRENT = new ThreadLocal<>();

  /**
   * A response over HTTP.
   *
   * @param fields its header fields
   */
  record Answer(int status, Headers fields) {}

  private final Object handler;
  private final OperationModel operation;
  private final Headers fields;
  private boolean isTaken;

  /** Null where the last request had no condition. */
  private @Nullable Supplier<@Nullable Answer> answer;

  /**
   * @param handler of the port that is to take it
   * @param operation the one that is called
   * @param fields make the request conditional
   */
  ConditionalCall(Object handler, OperationModel operation, Headers fields) {
    this.handler = handler;
    this.operation = operation;
    this.fields = fields;
  }

  /**
   * Says what this thread is about to do, until it says so again: a request that one cache makes is
   * not to have the condition of another one before it.
   *
   * @param call null for an ordinary call
   * @return what was said before
   */
  static @Nullable ConditionalCall begin(@Nullable ConditionalCall call) {
    ConditionalCall before = CURRENT.get();
    if (call != null) {
      CURRENT.set(call);
    } else if (before != null) {
      CURRENT.remove();
    }
    return before;
  }

  /**
   * The call that this thread is making through a port; null for none. A second request, which
   * something before the port makes, has no condition: what the first one brought is forgotten.
   */
  static @Nullable ConditionalCall take(Object handler) {
    ConditionalCall call = CURRENT.get();
    if (call == null || call.handler != handler) {
      return null;
    }
    call.answer = null;
    return call.isTaken ? null : call;
  }

  /** Whether a request is the one that is meant, and has no condition of the application's. */
  boolean isOf(OperationModel called, Headers headers) {
    return called.method().equals(operation.method()) && !isConditional(headers);
  }

  /**
   * Whether a request, by the local name of its operation, is the one that is meant, and has no
   * condition of the application's.
   */
  boolean isOf(String called, Headers headers) {
    return called.equals(operation.name().getLocalPart()) && !isConditional(headers);
  }

  private static boolean isConditional(Headers headers) {
    for (int i = 0; i < headers.size(); i++) {
      if (headers.name(i).regionMatches(true, 0, "If-", 0, 3)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The header fields, which the request must have.
   *
   * @param told asked for what came when the call has ended; its answer may be null
   */
  Headers fields(Supplier<@Nullable Answer> told) {
    isTaken = true;
    answer = told;
    return fields;
  }

  /** Returns the response if the kept one still holds; else null. */
  @Nullable OriginReply notModified() {
    Answer came = answer == null ? null : answer.get();
    return came != null && came.status() == NOT_MODIFIED
        ? new OriginReply(OriginReply.Kind.NOT_MODIFIED, NOT_MODIFIED, came.fields())
        : null;
  }
}
