package io.castile.cxf;

import io.castile.cache.internal.OriginReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response to a client's call. */
sealed interface ClientAnswer {
  /** Lets CXF find it where a response would be. */
  void deliver(ClientCall call);

  /**
   * The response of the service.
   *
   * @param contents of the message; null for none
   * @param message as it came, for CXF to read again; null for none
   * @param isDelivered whether it came in the exchange of the call itself
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Come(
      OriginReply reply, @Nullable List<?> contents, byte @Nullable [] message, boolean isDelivered)
      implements ClientAnswer {
    @Override
    public void deliver(ClientCall call) {
      if (!isDelivered) {
        call.deliver(Values.ofResponse(call.cachedOperation().operation(), contents));
      }
    }
  }

  /** The kept response. */
  record Kept(Object[] values) implements ClientAnswer {
    @Override
    public void deliver(ClientCall call) {
      call.deliver(values);
    }
  }
}
