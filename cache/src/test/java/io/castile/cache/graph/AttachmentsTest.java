package io.castile.cache.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.SoapVersion;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Values with data handlers: of data in memory, and of a stream that can be read only once. */
class AttachmentsTest {
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Letter {
    String title;
    DataHandler file;
  }

  private static final Codec<Letter> CODEC = Codecs.forTypes(Letter.class).of(Letter.class);

  /** A source without a second time. */
  private static final class Once implements DataSource {
    private boolean read;

    @Override
    public InputStream getInputStream() throws IOException {
      if (read) {
        throw new IOException("read before");
      }
      read = true;
      return new ByteArrayInputStream(new byte[] {1});
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("not written to");
    }

    @Override
    public String getContentType() {
      return "application/octet-stream";
    }

    @Override
    public String getName() {
      return "once";
    }
  }

  private static Letter letter(String base64) {
    return CODEC.fromBytes(
        ("<letter><title>t</title><file>" + base64 + "</file></letter>")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void dataInMemoryAreCopied() {
    for (RepresentationKind kind : RepresentationKind.values()) {
      Letter letter = letter("AQID");
      Stored<Letter> stored = Representation.of(kind, Letter.class, CODEC, false).store(letter);
      letter.file = null;
      stored.restore().file = null;

      assertThat(Attachments.bytes(stored.restore().file)).as("%s", kind).containsExactly(1, 2, 3);
      assertThat(stored.restore().file).isNotSameAs(stored.restore().file);
      assertThat(CODEC.equal(stored.restore(), letter("AQID"))).as("%s", kind).isTrue();
    }
  }

  @Test
  void dataInMemoryAreKeys() {
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://localhost/", new QName("op"), SoapVersion.SOAP_1_1);
    @SuppressWarnings("unchecked") // asked for values of the class only
    Codec<Object> codec = (Codec<Object>) (Codec<?>) CODEC;
    for (Codec<Object> each : Arrays.asList(codec, null)) {
      Keys keys = Keys.of(KeyKind.AUTOMATIC, List.of(new ArgumentType(Letter.class, each)));
      CacheKey stored = keys.key(scope, letter("AQID")).toStored();

      assertThat(keys.key(scope, letter("AQID"))).isEqualTo(stored);
      assertThat(keys.key(scope, letter("AQIE"))).isNotEqualTo(stored);
    }
  }

  @Test
  void aStreamIsLeftToTheCaller() throws Exception {
    Letter letter = new Letter();
    letter.file = new DataHandler(new Once());
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://localhost/", new QName("op"), SoapVersion.SOAP_1_1);
    @SuppressWarnings("unchecked") // asked for values of the class only
    Codec<Object> codec = (Codec<Object>) (Codec<?>) CODEC;
    Keys coded = Keys.of(KeyKind.AUTOMATIC, List.of(new ArgumentType(Letter.class, codec)));
    Keys reflected = Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(Letter.class)));

    assertThatThrownBy(
            () ->
                Representation.of(RepresentationKind.AUTOMATIC, Letter.class, CODEC, false)
                    .store(letter))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("XML_MESSAGE: a DataHandler has its data from a")
        .hasMessageContaining("which perhaps can be read only once");
    assertThatThrownBy(() -> coded.key(scope, letter)).isInstanceOf(NotCacheableException.class);
    assertThatThrownBy(() -> reflected.key(scope, letter))
        .isInstanceOf(NotCacheableException.class);
    assertThat(
            Representation.of(RepresentationKind.AUTOMATIC, Letter.class, CODEC, true)
                .store(letter)
                .weight())
        .isPositive();
    assertThat(letter.file.getInputStream().readAllBytes()).containsExactly(1);
  }
}
