package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents as they arrive: in pieces, with and without a length, up to a bound. */
final class ContentStartTest {
  private static byte[] content(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Gives a few bytes at a time, as a network does. */
  private static InputStream inPieces(byte[] bytes, int most) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, most));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8191, 8192, 8193, 262_143, 262_144, 262_145, 4_194_305})
  void aContentComesWholeWithAndWithoutItsLength(int length) throws IOException {
    byte[] content = content(length);

    assertThat(ContentStart.all(inPieces(content, 10_000), length, 5_000_000)).isEqualTo(content);
    assertThat(ContentStart.all(inPieces(content, 10_000), -1, 5_000_000)).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 8192, 10_000})
  void ofALargerContentThereIsTheBeginning(int most) throws IOException {
    byte[] content = content(20_000);
    InputStream in = inPieces(content, 777);

    ContentStart start = ContentStart.of(in, -1, most);

    assertThat(start.isWhole()).isFalse();
    assertThat(start.count()).isEqualTo(most);
    assertThat(Arrays.copyOf(start.bytes(), most)).isEqualTo(Arrays.copyOf(content, most));
    assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, most, content.length));
  }

  @Test
  void aContentOfExactlyTheBoundIsKnownAsWholeOnlyByItsLength() throws IOException {
    byte[] content = content(1000);

    assertThat(ContentStart.of(inPieces(content, 300), 1000, 1000).isWhole()).isTrue();
    assertThat(ContentStart.of(inPieces(content, 300), -1, 1000).isWhole()).isFalse();
    assertThat(ContentStart.of(inPieces(content, 300), -1, 1001).isWhole()).isTrue();
  }

  @Test
  void aLengthThatIsClaimedTakesNoRoomBeforeBytesCome() throws IOException {
    int[] asked = new int[1];
    InputStream nothing =
        new InputStream() {
          @Override
          public int read() {
            return -1;
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            asked[0] = into.length;
            return -1;
          }
        };

    assertThat(ContentStart.all(nothing, 2_000_000_000, 2_000_000_000)).isEmpty();
    assertThat(asked[0]).isLessThanOrEqualTo(256 << 10);
  }

  @Test
  void aContentThatFailsFails() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("reset");
          }
        };

    assertThatThrownBy(() -> ContentStart.all(failing, 10, 100)).hasMessage("reset");
  }

  @Test
  void aContentThatEndsBeforeItsLengthIsAsLongAsItIs() throws IOException {
    ContentStart start = ContentStart.of(inPieces(content(7), 2), 100, 1000);

    assertThat(start.count()).isEqualTo(7);
    assertThat(start.isWhole()).isTrue();
    assertThat(start.bytes()).isEqualTo(content(7));
  }
}
