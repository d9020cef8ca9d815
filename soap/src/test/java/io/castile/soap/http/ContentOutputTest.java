package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content on its way out: its bytes, its chunks (RFC 9112 §7.1), and what fails. */
final class ContentOutputTest {
  private static final byte[] HEAD = "HEAD\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Keeps what is sent; fails from one write on. */
  private static final class Sink implements SocketStream {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private int writes;
    private int failsAt = Integer.MAX_VALUE;

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      write(new ByteBuffer[] {ByteBuffer.wrap(bytes, offset, length)}, 1);
    }

    @Override
    public void write(ByteBuffer[] pieces, int count) throws IOException {
      if (++writes >= failsAt) {
        throw new IOException("the connection is gone");
      }
      for (int i = 0; i < count; i++) {
        byte[] bytes = new byte[pieces[i].remaining()];
        pieces[i].get(bytes);
        sent.write(bytes);
      }
    }

    @Override
    public void limit(int silenceMillis, TimeLimit call) {}

    @Override
    public InputStream in() {
      return InputStream.nullInputStream();
    }

    @Override
    public Closeable socket() {
      return this;
    }

    @Override
    public boolean isQuiet() {
      return true;
    }

    @Override
    public void close() {}
  }

  private final Sink sink = new Sink();

  private ContentOutput output(int bufferBytes, int size) {
    return new ContentOutput(sink, HEAD, new byte[bufferBytes], size);
  }

  /** What a reader of RFC 9112 §7.1.3 takes out of chunks; fails where they are none. */
  private static byte[] unchunked(byte[] sent) {
    String text = new String(sent, StandardCharsets.ISO_8859_1);
    StringBuilder content = new StringBuilder();
    int at = 0;
    while (true) {
      int end = text.indexOf("\r\n", at);
      assertThat(text.substring(at, end)).matches("[0-9a-fA-F]+");
      int size = Integer.parseInt(text.substring(at, end), 16);
      at = end + 2;
      content.append(text, at, at + size);
      at += size;
      assertThat(text.substring(at, at + 2)).isEqualTo("\r\n");
      at += 2;
      if (size == 0) {
        assertThat(at).as("nothing behind the last chunk").isEqualTo(text.length());
        return content.toString().getBytes(StandardCharsets.ISO_8859_1);
      }
    }
  }

  private static byte[] behindHead(byte[] sent) {
    assertThat(sent).startsWith(HEAD);
    byte[] rest = new byte[sent.length - HEAD.length];
    System.arraycopy(sent, HEAD.length, rest, 0, rest.length);
    return rest;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyContentArrivesHoweverItIsWritten(boolean chunked) throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      byte[] content = new byte[random.nextInt(300)];
      random.nextBytes(content);
      Sink sink = new Sink();
      ContentOutput out =
          new ContentOutput(
              sink,
              HEAD,
              new byte[random.nextInt(40)],
              chunked ? ContentOutput.CHUNKED : content.length);
      int at = 0;
      while (at < content.length) {
        int length = Math.min(content.length - at, random.nextInt(60));
        if (length == 1) {
          out.write(content[at]);
        } else {
          out.write(content, at, length);
        }
        at += length;
      }
      out.finish();

      byte[] sent = behindHead(sink.sent.toByteArray());
      assertThat(chunked ? unchunked(sent) : sent).isEqualTo(content);
      assertThat(out.hasFailed()).isFalse();
      assertThat(out.hasBegunLastChunk()).isEqualTo(chunked);
    }
  }

  @Test
  void smallContentLeavesWithItsHeadInOneWrite() throws IOException {
    ContentOutput out = output(100, 5);
    out.write("ab".getBytes(StandardCharsets.US_ASCII));
    out.write("cde".getBytes(StandardCharsets.US_ASCII));
    assertThat(sink.writes).isZero();

    out.finish();

    assertThat(sink.writes).isOne();
    assertThat(sink.sent.toString(StandardCharsets.US_ASCII)).isEqualTo("HEAD\r\n\r\nabcde");
  }

  @Test
  void contentWithoutBytesInChunksIsTheLastChunk() throws IOException {
    output(10, ContentOutput.CHUNKED).finish();

    assertThat(sink.sent.toString(StandardCharsets.US_ASCII)).isEqualTo("HEAD\r\n\r\n0\r\n\r\n");
  }

  @Test
  void aWriteOfNothingIsNoChunk() throws IOException {
    ContentOutput out = output(0, ContentOutput.CHUNKED);
    out.write(new byte[0]);
    out.write(new byte[] {'a'});
    out.write(new byte[0]);
    out.finish();

    assertThat(unchunked(behindHead(sink.sent.toByteArray()))).containsExactly('a');
  }

  @Test
  void moreThanWasSaidDoesNotLeave() throws IOException {
    ContentOutput out = output(0, 3);
    out.write(new byte[] {'a', 'b', 'c'});

    assertThatThrownBy(() -> out.write('d'))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot send 4 bytes")
        .hasMessageContaining("declared as 3");
    assertThat(behindHead(sink.sent.toByteArray())).containsExactly('a', 'b', 'c');
  }

  @Test
  void lessThanWasSaidIsNoMessage() throws IOException {
    ContentOutput out = output(10, 3);
    out.write(new byte[] {'a', 'b'});

    assertThatThrownBy(out::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot send 2 bytes");
    assertThat(sink.writes).isZero();
  }

  @Test
  void aFailureOfTheConnectionIsToldFromOneOfTheContent() throws IOException {
    ContentOutput wrong = output(10, 0);
    assertThatThrownBy(() -> wrong.write('a')).isInstanceOf(IllegalStateException.class);
    assertThat(wrong.hasFailed()).isFalse();

    sink.failsAt = 1;
    ContentOutput broken = output(0, ContentOutput.CHUNKED);
    assertThatThrownBy(() -> broken.write('a')).hasMessage("the connection is gone");
    assertThat(broken.hasFailed()).isTrue();
    assertThat(broken.hasBegunLastChunk()).isFalse();
  }

  @Test
  void aLastChunkOfWhichNothingHasLeftHasNotBegun() throws IOException {
    ContentOutput out = output(0, ContentOutput.CHUNKED);
    out.write('a');
    sink.failsAt = 2;

    assertThatThrownBy(out::finish).isInstanceOf(IOException.class);

    assertThat(out.hasBegunLastChunk()).isFalse();
  }
}
