package io.castile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.data.Message;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every stack must be right before it may be fast. */
@Tag("long")
final class StacksTest {

  static Stream<Stack> stacks() {
    return Stack.all().stream();
  }

  @ParameterizedTest
  @MethodSource("stacks")
  void everyStackWritesAndReadsEveryMessageRight(Stack stack) throws Exception {
    List<String> names = new ArrayList<>(Message.codegen());
    names.addAll(Message.numbers(List.of(1, 100)));

    for (String name : names) {
      ReferenceAnswers.check(stack, Message.named(name));
    }

    assertThat(stack.writes() || stack.reads()).isTrue();
    assertThat(Stack.named(stack.name()).name()).isEqualTo(stack.name());
  }

  /** The sizes in the table of peers that the suites are compared with. */
  @Test
  void messagesAreAboutAsLargeAsThosePublished() throws Exception {
    assertThat(size("simple")).isBetween(200, 260);
    assertThat(size("tuple")).isBetween(250, 350);
    assertThat(size("array")).isBetween(3_000, 5_000);
    assertThat(size("complex")).isBetween(5_000, 8_500);
    assertThat(size("cached page")).isBetween(4_900, 5_200);
    assertThat(size("search reply")).isBetween(7_000, 9_500);
    assertThat(size("195 stock ratings")).isBetween(22_000, 27_000);
    assertThat(size("double[100]")).isBetween(3_600, 3_900);
    assertThat(size("MIO[100]")).isBetween(8_000, 9_000);
  }

  private static int size(String message) throws Exception {
    return ReferenceAnswers.document(Message.named(message)).length;
  }
}
