package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the feature does not take. */
class FeatureMisuseTest {
  private static Arguments row(String name, ThrowingCallable call, String says) {
    return arguments(name, call, says);
  }

  private static void name(String... interceptors) {
    new CastileFeature().setHarmlessInterceptors(Arrays.asList(interceptors));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("of policy", () -> new CastileFeature((CachePolicy) null), "policy"),
        row("of cache", () -> new CastileFeature((ResponseCache) null), "cache"),
        row("policy", () -> new CastileFeature().setPolicy(null), "policy"),
        row("policyFile", () -> new CastileFeature().setPolicyFile(null), "policyFile"),
        row("cache", () -> new CastileFeature().setCache(null), "cache"),
        row(
            "harmlessInterceptors",
            () -> new CastileFeature().setHarmlessInterceptors(null),
            "classNames"),
        row("harmlessInterceptors null", () -> name("a.B", null), "name of a class"),
        row("harmlessInterceptors empty", () -> name(""), "name of a class, found ''"),
        row("harmlessInterceptors a b", () -> name("a b"), "name of a class, found 'a b'"),
        row("harmlessInterceptors a..b", () -> name("a..B"), "name of a class, found 'a..B'"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(String name, ThrowingCallable call, String says) {
    Throwable thrown = catchThrowable(call);

    assertThat(thrown).hasMessageContaining(says).message().doesNotContain("Cannot invoke");
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  @Test
  void whatWasRefusedLeavesTheFeatureAsItWas(@TempDir Path folder) {
    try (CastileFeature feature = new CastileFeature()) {
      assertThatThrownBy(() -> feature.setPolicy(null)).isNotNull();
      assertThatThrownBy(() -> feature.setPolicyFile(folder.resolve("none.yaml")))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("none.yaml");

      CachePolicy policy = Shops.hour();
      feature.setPolicy(policy);

      assertThat(feature.getCache().policy()).isSameAs(policy);
    }
  }

  @Test
  void namesOfClassesOfAllKindsAreTaken() {
    new CastileFeature()
        .setHarmlessInterceptors(List.of("Plain", "com.example.Outer$Inner", "com.example.Ä1"));
  }
}
