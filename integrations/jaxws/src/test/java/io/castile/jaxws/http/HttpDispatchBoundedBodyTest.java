package io.castile.jaxws.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.Test;

/** The bound of what a response may have. */
final class HttpDispatchBoundedBodyTest {
  private boolean isCancelled;

  private HttpDispatch.BoundedBody subscribed(int maxBytes) {
    HttpDispatch.BoundedBody body = new HttpDispatch.BoundedBody(maxBytes);
    body.onSubscribe(
        new Subscription() {
          @Override
          public void request(long count) {}

          @Override
          public void cancel() {
            isCancelled = true;
          }
        });
    return body;
  }

  private static List<ByteBuffer> bytes(int count) {
    return List.of(ByteBuffer.wrap(new byte[count]));
  }

  @Test
  void asManyBytesAsAreAllowedAreGathered() throws Exception {
    HttpDispatch.BoundedBody body = subscribed(10);

    body.onNext(bytes(4));
    body.onNext(bytes(6));
    body.onComplete();

    assertThat(body.getBody().toCompletableFuture().get()).hasSize(10);
    assertThat(isCancelled).isFalse();
  }

  @Test
  void oneByteMoreEndsTheResponse() {
    HttpDispatch.BoundedBody body = subscribed(10);

    body.onNext(bytes(10));
    body.onNext(bytes(1));

    assertThat(isCancelled).isTrue();
    assertThatThrownBy(() -> body.getBody().toCompletableFuture().get())
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining("expected a content of at most 10 bytes, found more");
  }
}
