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
        row("maxBytes 0", () -> OPTIONS.withMaxBytes(0), "maxBytes <= 0: 0"),
        row("maxBytes -1", () -> OPTIONS.withMaxBytes(-1), "maxBytes <= 0: -1"),
        row("maxMessageBytes", () -> OPTIONS.withMaxMessageBytes(0), "maxMessageBytes <= 0: 0"),
        row("maxIdle", () -> OPTIONS.withMaxIdle(null), "maxIdle"),
        row("maxIdle 0", () -> OPTIONS.withMaxIdle(Duration.ZERO), "maxIdle <= 0: PT0S"),
        row("maxIdle < 0", () -> OPTIONS.withMaxIdle(Duration.ofDays(-1)), "maxIdle <= 0"),
        row("secret", () -> OPTIONS.withSecret(null), "secret"),
        row("secret short", () -> OPTIONS.withSecret("short"), "at least 16 characters, found 5"),
        row("form", () -> OPTIONS.withForm(null), "form"),
        row("maxDeltaShare", () -> OPTIONS.withMaxDeltaShare(-0.1), "0 to 1, found -0.1"),
        row("maxDeltaShare NaN", () -> OPTIONS.withMaxDeltaShare(Double.NaN), "found NaN"),
        row(
            "maxChangedElements",
            () -> OPTIONS.withMaxChangedElements(1.1),
            "expected maxChangedElements from 0 to 1, found 1.1"),
        row("credentials", () -> OPTIONS.withCredentials((String[]) null), "names"),
        row("credentials null", () -> OPTIONS.withCredentials("a", null), "name of a header field"),
        row("credentials empty", () -> OPTIONS.withCredentials(""), "header field, found ''"),
        row("credentials a b", () -> OPTIONS.withCredentials("a b"), "header field, found 'a b'"),
        row("codings", () -> CODED.withCodings((String[]) null), "codings"),
        row("codings null", () -> CODED.withCodings("gzip", null), "coding"),
        row("codings none", () -> CODED.withCodings(), "found none"),
        row("codings other", () -> CODED.withCodings("br"), "but was 'br'"),
        row("codings list", () -> new Compression(null, 1, false), "codings"),
        row(
            "codings list of null",
            () -> new Compression(Arrays.asList("gzip", null), 1, false),
            "coding"),
        row("minBytes 0", () -> CODED.withMinBytes(0), "minBytes < 1: 0"),
        row("minBytes -1", () -> new Compression(List.of("gzip"), -1, false), "minBytes < 1: -1"));
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
        catchThrowable(() -> Differential.of(OPTIONS.withForm(DifferentialForm.MSOAP)));

    assertThat(thrown)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("MSOAP", "not on the class path", "io.castile:castile-papers");
  }

  @Test
  void aMessageMayBeKeptForEver() {
    Differential link = Differential.of(OPTIONS.withMaxIdle(Duration.ofSeconds(Long.MAX_VALUE)));

    assertThat(link.keptBytes()).isZero();
  }

  @Test
  void whatIsSetLeavesTheRestAsItWas() {
    DifferentialOptions all =
        OPTIONS
            .withMaxBytes(1)
            .withMaxMessageBytes(2)
            .withMaxIdle(Duration.ofSeconds(3))
            .withShared(true)
            .withSecret("s".repeat(16))
            .withCodings(false)
            .withSoapHeader(true)
            .withForm(DifferentialForm.MSOAP)
            .withSharedElements(true)
            .withCredentials("X-Key");

    assertThat(all.maxBytes()).isEqualTo(1);
    assertThat(all.maxMessageBytes()).isEqualTo(2);
    assertThat(all.maxIdle()).isEqualTo(Duration.ofSeconds(3));
    assertThat(all.shared()).isTrue();
    assertThat(all.secret()).isEqualTo(all.secret());
    assertThat(all.codings()).isFalse();
    assertThat(all.soapHeader()).isTrue();
    assertThat(all.form()).isEqualTo(DifferentialForm.MSOAP);
    assertThat(all.sharedElements()).isTrue();
    assertThat(all.credentials()).containsExactly("x-key");
    assertThat(OPTIONS.shared()).isFalse();
    assertThat(OPTIONS.codings()).isTrue();
    assertThat(OPTIONS.credentials()).isEmpty();
  }
}
