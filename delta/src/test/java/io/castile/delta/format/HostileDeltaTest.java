package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deltas with right checksums that ask for far more than they may. */
class HostileDeltaTest {
  private static final int MAX_BYTES = 16 << 20;
  private static final int RUNS = 4096;

  /** The whole base again and again, each of whose rows changes: it takes no space to say so. */
  private static byte[] repeated(Instance base) {
    int rows = base.document().rows();
    long[] jumps = new long[RUNS];
    long[] lengths = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      jumps[i] = 1 + LongColumn.zigzag(i == 0 ? 0 : -rows);
      lengths[i] = rows - 1;
    }
    BitOutput out = new BitOutput();
    out.bits(DeltaFormat.VERSION << 4 | DeltaFormat.COLUMNS, 8);
    out.bits(0, 8 * InstanceNames.BYTES);
    out.bits(base.crc(), Integer.SIZE);
    out.bits(0, 2 * Integer.SIZE); // that of the target, which is never made, and of the delta
    out.bit(true);
    out.golomb(RUNS, DeltaFormat.RUNS_ORDER);
    LongColumn.write(out, jumps, RUNS);
    LongColumn.write(out, lengths, RUNS);
    long changed = Math.min(Integer.MAX_VALUE, (long) RUNS * rows);
    out.golomb(changed, DeltaFormat.ROWS_ORDER);
    LongColumn.write(out, new long[1], 1); // all gaps are 0: as many as there are rows
    out.align();
    byte[] delta = out.toByteArray();
    ByteBuffer.wrap(delta).putInt(DeltaFormat.OWN_CHECKSUM, DeltaFormat.checksum(delta));
    return delta;
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 100_000, 1_000_000})
  void moreRowsThanFitIntoAMessageAreRefusedBeforeAnythingIsReservedForThem(int items) {
    Instance base = Instance.of(("<r>" + "<i>1</i>".repeat(items) + "</r>").getBytes(US_ASCII));
    byte[] delta = repeated(base);
    assertThatThrownBy(() -> Delta.apply(base, delta, MAX_BYTES))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("expected a message of at most " + MAX_BYTES + " bytes");
  }
}
