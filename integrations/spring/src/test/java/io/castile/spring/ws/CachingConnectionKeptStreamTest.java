package io.castile.spring.ws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A kept message as Spring Web Services reads it from a transport. */
final class CachingConnectionKeptStreamTest {
  private final CachingConnection.KeptStream stream =
      new CachingConnection.KeptStream(new byte[] {1, 2, 3}, "application/soap+xml; charset=utf-8");

  @Test
  void theOnlyFieldIsTheTypeInAnyCase() throws Exception {
    assertThat(stream.getHeaderNames()).toIterable().containsExactly("Content-Type");
    assertThat(stream.getHeaders("content-TYPE"))
        .toIterable()
        .containsExactly("application/soap+xml; charset=utf-8");
    assertThat(stream.getHeaders("SOAPAction")).isExhausted();
  }

  @Test
  void theContentIsTheMessage() throws Exception {
    assertThat(stream.readAllBytes()).containsExactly(1, 2, 3);
    assertThat(stream.read()).isNegative();
  }
}
