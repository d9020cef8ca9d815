package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the options of links do not take. */
class LinkMisuseTest {
  private static final DifferentialOptions OPTIONS = DifferentialOptions.DEFAULT;
  private static final Compression CODED = Compression.DEFAULT;

  private static Arguments row(String name, ThrowingCallable call, String says) {
    return arguments(name, call, says);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("of", () -> Differential.of(null), "options"),
        row("maxBytes 0", () -> OPTIONS.toBuilder().maxBytes(0).build(), "maxBytes <= 0: 0"),
        row("maxBytes -1", () -> OPTIONS.toBuilder().maxBytes(-1).build(), "maxBytes <= 0: -1"),
        row(
            "maxMessageBytes",
            () -> OPTIONS.toBuilder().maxMessageBytes(0).build(),
            "maxMessageBytes <= 0: 0"),
        row("maxIdle", () -> OPTIONS.toBuilder().maxIdle(null).build(), "maxIdle"),
        row(
            "maxIdle 0",
            () -> OPTIONS.toBuilder().maxIdle(Duration.ZERO).build(),
            "maxIdle <= 0: PT0S"),
        row(
            "maxIdle < 0",
            () -> OPTIONS.toBuilder().maxIdle(Duration.ofDays(-1)).build(),
            "maxIdle <= 0"),
        row("secret", () -> OPTIONS.toBuilder().secret(null).build(), "secret"),
        row(
            "secret short",
            () -> OPTIONS.toBuilder().secret("short").build(),
            "at least 16 characters, found 5"),
        row("form", () -> OPTIONS.toBuilder().form(null).build(), "form"),
        row("maxDeltaShare", () -> OPTIONS.toBuilder().maxDeltaShare(-0.1), "0 to 1, found -0.1"),
        row("maxDeltaShare NaN", () -> OPTIONS.toBuilder().maxDeltaShare(Double.NaN), "found NaN"),
        row(
            "maxChangedElements",
            () -> OPTIONS.toBuilder().maxChangedElements(1.1),
            "expected maxChangedElements from 0 to 1, found 1.1"),
        row("credentials", () -> OPTIONS.toBuilder().credentials((String[]) null).build(), "names"),
        row(
            "credentials null",
            () -> OPTIONS.toBuilder().credentials("a", null).build(),
            "name of a header field"),
        row(
            "credentials empty",
            () -> OPTIONS.toBuilder().credentials("").build(),
            "header field, found ''"),
        row(
            "credentials a b",
            () -> OPTIONS.toBuilder().credentials("a b").build(),
            "header field, found 'a b'"),
        row("codings", () -> CODED.toBuilder().codings((String[]) null).build(), "codings"),
        row("codings null", () -> CODED.toBuilder().codings("gzip", null).build(), "coding"),
        row("codings none", () -> CODED.toBuilder().codings().build(), "without a content coding"),
        row("codings other", () -> CODED.toBuilder().codings("br").build(), "but was 'br'"),
        row(
            "codings list",
            () ->
                Compression.builder()
                    .codings((List<String>) null)
                    .minBytes(1)
                    .requests(false)
                    .build(),
            "codings"),
        row(
            "codings list of null",
            () ->
                Compression.builder()
                    .codings(Arrays.asList("gzip", null))
                    .minBytes(1)
                    .requests(false)
                    .build(),
            "coding"),
        row("minBytes 0", () -> CODED.toBuilder().minBytes(0).build(), "minBytes < 1: 0"),
        row(
            "minBytes -1",
            () ->
                Compression.builder().codings(List.of("gzip")).minBytes(-1).requests(false).build(),
            "minBytes < 1: -1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(String name, ThrowingCallable call, String says) {
    Throwable thrown = catchThrowable(call);

    assertThat(thrown).hasMessageContaining(says).message().doesNotContain("Cannot invoke");
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  @Test
  void aFormWhoseArtifactIsMissingIsRefusedByTheArtifactsName() {
    Throwable thrown =
        catchThrowable(
            () ->
                Differential.of(OPTIONS.toBuilder().form(DifferentialOptions.Form.MSOAP).build()));

    assertThat(thrown)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("MSOAP", "not on the class path", "io.castile:castile-papers");
  }

  @Test
  void aMessageMayBeKeptForEver() {
    Differential link =
        Differential.of(OPTIONS.toBuilder().maxIdle(Duration.ofSeconds(Long.MAX_VALUE)).build());

    assertThat(link.keptBytes()).isZero();
  }

  @Test
  void whatIsSetLeavesTheRestAsItWas() {
    DifferentialOptions all =
        OPTIONS.toBuilder()
            .maxBytes(1)
            .maxMessageBytes(2)
            .maxIdle(Duration.ofSeconds(3))
            .shared(true)
            .secret("s".repeat(16))
            .codings(false)
            .soapHeader(true)
            .form(DifferentialOptions.Form.MSOAP)
            .sharedElements(true)
            .credentials("X-Key")
            .build();

    assertThat(all.maxBytes()).isEqualTo(1);
    assertThat(all.maxMessageBytes()).isEqualTo(2);
    assertThat(all.maxIdle()).isEqualTo(Duration.ofSeconds(3));
    assertThat(all.shared()).isTrue();
    assertThat(all.secret()).isEqualTo(all.secret());
    assertThat(all.codings()).isFalse();
    assertThat(all.soapHeader()).isTrue();
    assertThat(all.form()).isEqualTo(DifferentialOptions.Form.MSOAP);
    assertThat(all.sharedElements()).isTrue();
    assertThat(all.credentials()).containsExactly("x-key");
    assertThat(OPTIONS.shared()).isFalse();
    assertThat(OPTIONS.codings()).isTrue();
    assertThat(OPTIONS.credentials()).isEmpty();
  }
}
