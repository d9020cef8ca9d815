package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Files of {@code /proc}, as proc(5) describes them. */
final class ProcTest {
  private static final String FIELDS =
      " S 1 4242 4242 0 -1 4194560 9000 0 3 0 123 45 7 8 20 0 17 0 100 1000 200 18446744073709551615";

  private static final String STATUS =
      """
      Name:\tVmRSS: 1 kB
      State:\tS (sleeping)
      VmHWM:\t  300000 kB
      VmRSS:\t  262144 kB
      RssAnon:\t  200000 kB
      Threads:\t17
      """;

  @Test
  void processorTimeIsThatOfUserModeAndKernel() {
    assertThat(Proc.ticks("4242 (nginx)" + FIELDS)).isEqualTo(123 + 45);
  }

  @Test
  void theNameOfAProcessMayHaveSpacesAndParentheses() {
    assertThat(Proc.ticks("4242 (a) R 1 2 (b)" + FIELDS)).isEqualTo(123 + 45);
  }

  @Test
  void residentMemoryIsTheLineOfThatName() {
    assertThat(Proc.residentBytes(STATUS)).isEqualTo(256L << 20);
  }

  @Test
  void aProcessThatIsNotWaitedForHasNoMemory() {
    assertThat(Proc.residentBytes("Name:\tnginx\nState:\tZ (zombie)\n")).isZero();
  }

  @Test
  void otherTextIsRefused() {
    assertThatThrownBy(() -> Proc.residentBytes("nonsense"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nonsense");
    assertThatThrownBy(() -> Proc.ticks("1 (a) S 1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 (a) S 1");
  }

  @Test
  void processesOfThisMachineAreSummedAndThoseThatHaveEndedAreNone() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    long own = ProcessHandle.current().pid();

    assertThat(Proc.residentBytes(List.of(own, own, ended.pid()))).isGreaterThan(2L << 20);
    assertThat(Proc.ticks(List.of(own, ended.pid()))).isPositive();
    assertThat(Proc.ticks(List.of(ended.pid()))).isZero();
    assertThat(Proc.residentBytes(List.of(ended.pid()))).isZero();
  }
}
