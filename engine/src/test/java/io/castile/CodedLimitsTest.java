package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.XmlLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds of messages hold for what comes out of each content coding, and for all together. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CodedLimitsTest {
  private static final int MIB = 1 << 20;
  private static final String START =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>";
  private static final String END =
      "<e:Body><s:addResponse xmlns:s='http://shop.castile.io/'><return>42</return>"
          + "</s:addResponse></e:Body></e:Envelope>";

  /** An answer that is made larger by white space. */
  private static byte[] answer(int blanks) {
    return (START + " ".repeat(blanks) + END).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] coded(byte[] message, String codings) throws IOException {
    byte[] content = message;
    for (String coding : List.of(codings.split(", "))) {
      if (coding.equals("zstd")) {
        content = Zstd.compress(content);
      } else {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(content);
        }
        content = out.toByteArray();
      }
    }
    return content;
  }

  private record Canned(String codings, byte[] content) implements Transport {
    @Override
    public Incoming send(Outgoing message) {
      return new Incoming(
          200, Headers.of("content-type", "text/xml", "content-encoding", codings), content);
    }

    @Override
    public void close() {}
  }

  private static WrappedShop port(XmlLimits limits, String codings, byte[] message)
      throws IOException {
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost/shop")
        .limits(limits)
        .differential(true)
        .transport(new Canned(codings, coded(message, codings)))
        .build();
  }

  private static XmlLimits most(int bytes) {
    XmlLimits most = XmlLimits.DEFAULT;
    return most.toBuilder().maxBytes(bytes).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "gzip, gzip", "zstd, gzip", "gzip, zstd"})
  void theLimitOfMessagesHoldsForWhatComesOut(String codings) throws IOException {
    assertThat(port(most(3 * MIB), codings, answer(MIB)).add(20, 22)).isEqualTo(42);
    assertThatThrownBy(() -> port(most(3 * MIB), codings, answer(4 * MIB)).add(20, 22))
        .cause()
        .isInstanceOf(SoapTransportException.class)
        .hasMessageContaining("expected a message of at most ");
  }

  /** By default 256 MiB are read, but not out of next to nothing. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"zstd", "gzip, gzip", "gzip, gzip, gzip", "zstd, gzip"})
  void littleDoesNotBecomeMuch(String codings) throws IOException {
    byte[] message = answer(64 * MIB);
    assertThat(coded(message, codings).length).isLessThan(20_000);
    assertThatThrownBy(() -> port(XmlLimits.DEFAULT, codings, message).add(20, 22))
        .cause()
        .isInstanceOf(SoapTransportException.class)
        .hasMessageContaining("expected a message of at most ");
  }

  @Test
  void longMessagesThatAreNoTrickAreRead() throws IOException {
    StringBuilder text = new StringBuilder(START);
    for (int i = 0; text.length() < 20 * MIB; i++) {
      text.append("<!--").append(i).append("-->");
    }
    byte[] message = text.append(END).toString().getBytes(StandardCharsets.US_ASCII);
    assertThat(port(XmlLimits.DEFAULT, "gzip", message).add(20, 22)).isEqualTo(42);
  }
}
