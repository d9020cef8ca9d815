package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a connection stays open (RFC 9112 §9.3), and heads that come again. */
final class ResponseHeadTest {
  private static ResponseHead head(String statusLine, Headers fields) {
    return ResponseHead.of(statusLine, 200, fields, new byte[0], 0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1, , true",
    "HTTP/1.1, close, false",
    "HTTP/1.1, CLOSE, false",
    "HTTP/1.1, 'keep-alive, Close', false",
    "HTTP/1.1, ' close ,x', false",
    "HTTP/1.1, closed, true",
    "HTTP/1.1, keep-alive, true",
    "HTTP/1.1, '', true",
    "HTTP/1.0, , false",
    "HTTP/1.0, keep-alive, true",
    "HTTP/1.0, Keep-Alive, true",
    "HTTP/1.0, 'x,keep-alive', true",
    "HTTP/1.0, close, false",
    "HTTP/1.0, keep-alive-not, false",
  })
  void aConnectionStaysOpenAsVersionAndFieldSay(String version, String connection, boolean stays) {
    Headers fields = connection == null ? Headers.NONE : Headers.of("connection", connection);

    assertThat(head(version + " 200 OK", fields).isPersistent()).isEqualTo(stays);
  }

  @Test
  void linesOfOneFieldCountTogether() {
    Headers fields =
        Headers.builder().add("connection", "keep-alive").add("connection", "close").build();

    assertThat(head("HTTP/1.1 200 OK", fields).isPersistent()).isFalse();
  }

  @Test
  void aHeadIsKnownAgainAtAnyPlaceAndOnlyAsAWhole() {
    byte[] bytes = "..HTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody".getBytes(StandardCharsets.US_ASCII);
    int end = bytes.length - "body".length();
    ResponseHead head =
        ResponseHead.of("HTTP/1.1 200 OK", 200, Headers.of("a", "1"), bytes, 2, end);

    assertThat(head.length()).isEqualTo(end - 2);
    assertThat(head.isAt(bytes, 2, bytes.length)).isTrue();
    assertThat(head.isAt(bytes, 2, end)).isTrue();
    assertThat(head.isAt(bytes, 3, bytes.length)).isFalse();
    for (int cut = 2; cut < end; cut++) {
      assertThat(head.isAt(bytes, 2, cut)).isFalse();
    }
    for (int i = 2; i < end; i++) {
      byte[] other = bytes.clone();
      other[i] ^= 1;
      assertThat(head.isAt(other, 2, end)).as("byte %d differs", i).isFalse();
    }
    byte[] moved = new byte[bytes.length + 7];
    System.arraycopy(bytes, 2, moved, 9, end - 2);
    assertThat(head.isAt(moved, 9, moved.length)).isTrue();
  }

  @Test
  void aHeadKeepsItsOwnBytes() {
    byte[] bytes = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    ResponseHead head =
        ResponseHead.of("HTTP/1.1 200 OK", 200, Headers.NONE, bytes, 0, bytes.length);
    byte[] same = bytes.clone();
    Arrays.fill(bytes, (byte) 'x');

    assertThat(head.isAt(same, 0, same.length)).isTrue();
    assertThat(head.isAt(bytes, 0, bytes.length)).isFalse();
  }

  @Test
  void noHeadIsKnownBeforeTheFirstNorALargeOneNorOneThatIsNotThereAsAWhole() {
    byte[] large = new byte[1025];

    assertThat(ResponseHead.NONE.isAt(new byte[10], 0, 10)).isFalse();
    assertThat(ResponseHead.NONE.isAt(new byte[0], 0, 0)).isFalse();
    assertThat(
            ResponseHead.of("HTTP/1.1 200 OK", 200, Headers.NONE, large, 0, 1025)
                .isAt(large, 0, 1025))
        .isFalse();
    assertThat(
            ResponseHead.of("HTTP/1.1 200 OK", 200, Headers.NONE, large, 0, 1024)
                .isAt(large, 0, 1025))
        .isTrue();
    assertThat(
            ResponseHead.of("HTTP/1.1 200 OK", 200, Headers.NONE, large, 3, 3).isAt(large, 3, 10))
        .isFalse();
  }
}
