package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamConnectionStreamCodecTest {
  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
  private final EmbeddedChannel channel = new EmbeddedChannel();

  StreamConnectionStreamCodecTest() {
    channel.config().setAllocator(allocator);
    channel.pipeline().addLast(new StreamConnection.StreamCodec());
  }

  private static Http2HeadersFrame head(String method, String path) {
    return new DefaultHttp2HeadersFrame(
        new DefaultHttp2Headers(false).method(method).path(path).scheme("http").authority("x"),
        true);
  }

  private long reservedBytes() {
    return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
  }

  @ParameterizedTest
  @CsvSource({"GET, /a b", "G T, /"})
  void aMalformedRequestLosesNoMemory(String method, String path) {
    assertThatThrownBy(() -> channel.writeInbound(head(method, path))).isNotNull();
    assertThat(reservedBytes()).isZero();
  }

  @Test
  void aRequestWithoutContentIsAHeadAndAnEnd() {
    channel.writeInbound(head("GET", "/a"));

    HttpRequest request = channel.readInbound();
    assertThat(request.uri()).isEqualTo("/a");
    assertThat(request.headers().get("host")).isEqualTo("x");
    assertThat(request.headers().contains("transfer-encoding")).isFalse();
    assertThat((Object) channel.readInbound()).isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
    assertThat((Object) channel.readInbound()).isNull();
    assertThat(reservedBytes()).isZero();
  }
}
