package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests as values that were altered on their way, have a checksum that fits, and are not checked
 * against XML.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedRequestFuzzTest extends TickerEnds {
  private static final int INPUTS = 20_000;

  /** The version of the base, behind that of the answer's. */
  private static final int BASE = 6;

  private static final int FORM = 12;
  private static final int CHECKSUM = 19;
  private static final int VALUES = 23;

  /** Requests that came, as they were sent. */
  private final List<Transport.Outgoing> sent = new ArrayList<>();

  private final Random random = new Random(46);
  private Transport server;

  /** Sends some requests as values, so that the server has bases for changes. */
  private void record() {
    serve(builder -> builder.differential(Differential.of(DifferentialOptions.DEFAULT)));
    server = super.server.localTransport();
    Transport recording =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) throws SoapTransportException {
            byte[] content = bytes(message.content());
            Outgoing whole = withContent(message, content);
            if (!isXml(content)) {
              sent.add(whole);
            }
            return server.send(whole);
          }

          @Override
          public void close() {}
        };
    Ticker client =
        client(
            builder ->
                builder
                    .differential(Differential.of(DifferentialOptions.builder().audit(0).build()))
                    .transport(recording));
    put(client, 6);
    client.items("m");
    client.items("n");
    assertThat(sent).hasSize(6);
  }

  private static Transport.Outgoing withContent(Transport.Outgoing message, byte[] content) {
    return new Transport.Outgoing(
        message.endpoint(),
        message.headers(),
        Payload.of(content, content.length),
        message.options(),
        message.intake());
  }

  private byte[] altered(byte[] content) {
    byte[] altered = content.clone();
    switch (random.nextInt(5)) {
      case 0 ->
          altered = Arrays.copyOf(altered, VALUES + 1 + random.nextInt(altered.length - VALUES));
      case 1 -> altered = Arrays.copyOf(altered, altered.length + 1 + random.nextInt(40));
      case 2 -> { // the beginning of one and the end of another one
        byte[] other = bytes(sent.get(random.nextInt(sent.size())).content());
        int from = VALUES + random.nextInt(Math.min(altered.length, other.length) - VALUES);
        System.arraycopy(other, from, altered, from, Math.min(altered.length, other.length) - from);
      }
      default -> {}
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(10) == 0 ? FORM : VALUES + random.nextInt(altered.length - VALUES);
      altered[at] =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> (byte) (altered[at] ^ 1 << random.nextInt(8));
            default -> (byte) random.nextInt();
          };
    }
    return altered;
  }

  /** Has content say its checksum. */
  private static void seal(byte[] content) {
    byte[] base = Arrays.copyOfRange(content, BASE, FORM);
    if (Arrays.equals(base, new byte[6])) {
      Arrays.fill(base, (byte) -1); // none
    }
    CRC32C crc = new CRC32C();
    crc.update(base);
    crc.update(content, FORM, CHECKSUM - FORM);
    crc.update(content, VALUES, content.length - VALUES);
    ByteBuffer.wrap(content).putInt(CHECKSUM, (int) crc.getValue());
  }

  @Test
  void areReadOrRefusedAndTheServiceIsCalledOnceOrNot() throws Exception {
    record();
    int served = 0;
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      Transport.Outgoing request = sent.get(random.nextInt(sent.size()));
      byte[] content = altered(bytes(request.content()));
      seal(content);
      service.puts.clear();
      int calls = service.calls.get();
      Transport.Incoming answer = server.send(withContent(request, content));
      int called = service.puts.size() + service.calls.get() - calls;
      boolean isRefused = answer.headers().getOrDefault("Castile", "").contains("1;u");
      assertThat(called).as("calls for input %d", i).isEqualTo(answer.status() == 200 ? 1 : 0);
      assertThat(isRefused).as("input %d", i).isEqualTo(called == 0);
      served += called;
      refused += isRefused ? 1 : 0;
    }
    assertThat(served).isGreaterThan(INPUTS / 50);
    assertThat(refused).isGreaterThan(INPUTS / 2);
  }
}
