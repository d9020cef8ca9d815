package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Lease;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.TemplateKey;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the builder of templates and their options do not take. */
class TemplatesMisuseTest {
  private static final TemplateOptions OPTIONS = TemplateOptions.DEFAULT;
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE);

  private static Arguments row(String name, ThrowingCallable call, String says) {
    return arguments(name, call, says);
  }

  private static Templates.Builder builder() {
    return Templates.builder();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("maxTemplates", () -> builder().maxTemplates(-1), "maxTemplates < 0: -1"),
        row("maxBytes", () -> builder().maxBytes(-1), "maxBytes < 0: -1"),
        row("maxReadBytes", () -> builder().maxReadBytes(-1), "maxReadBytes < 0: -1"),
        row("maxPerKey", () -> builder().maxPerKey(-1), "maxPerKey < 0: -1"),
        row("maxShapes", () -> builder().maxShapes(-1), "maxShapes < 0: -1"),
        row("idleTimeout", () -> builder().idleTimeout(null), "idleTimeout"),
        row("idleTimeout 0", () -> builder().idleTimeout(Duration.ZERO), "idleTimeout <= 0: PT0S"),
        row("idleTimeout < 0", () -> builder().idleTimeout(ABSURD.negated()), "idleTimeout <= 0"),
        row("layout", () -> builder().layout(null), "options"),
        row("layout of null", () -> builder().layout(null, OPTIONS), "operation"),
        row(
            "layout of empty",
            () -> builder().layout("", OPTIONS),
            "expected the name of an operation"),
        row("layout null", () -> builder().layout("a", null), "options"),
        row(
            "stuffing",
            () -> OPTIONS.toBuilder().stuffing(null).padding(Padding.INSIDE).build(),
            "stuffing"),
        row(
            "padding",
            () -> OPTIONS.toBuilder().stuffing(Stuffing.NONE).padding(null).build(),
            "padding"),
        row(
            "maxArrayItems",
            () -> OPTIONS.toBuilder().maxArrayItems(0).build(),
            "maxArrayItems <= 0: 0"),
        row(
            "chunkBytes",
            () -> OPTIONS.toBuilder().chunkBytes(15).splitBytes(16).reserveBytes(0).build(),
            "chunkBytes < 16: 15"),
        row(
            "splitBytes",
            () -> OPTIONS.toBuilder().chunkBytes(16).splitBytes(15).reserveBytes(0).build(),
            "splitBytes < chunkBytes"),
        row(
            "reserveBytes",
            () -> OPTIONS.toBuilder().chunkBytes(16).splitBytes(16).reserveBytes(-1).build(),
            "reserveBytes"),
        row(
            "reserveBytes 16",
            () -> OPTIONS.toBuilder().chunkBytes(16).splitBytes(16).reserveBytes(16).build(),
            "reserveBytes"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(String name, ThrowingCallable call, String says) {
    Throwable thrown = catchThrowable(call);

    assertThat(thrown).hasMessageContaining(says).message().doesNotContain("Cannot invoke");
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  /** Nothing is given up; that is asked for in other places too by a time without end. */
  @Test
  void aTimeWithoutEndMayBeAskedFor() {
    Templates templates = builder().idleTimeout(ABSURD).always(true).build();
    try (Lease lease =
        TemplateStore.of(templates)
            .lease(new TemplateKey(Direction.REQUEST, "a", "TemplatesMisuseTest"), 0)) {
      assertThat(lease).isNotNull();
    }
    TemplateStore.of(templates).sweep();

    assertThat(templates.statistics().rows()).hasSize(1);
  }
}
