package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the builders of policies and caches do not take. */
class PolicyMisuseTest {
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE);

  private static Arguments row(String name, ThrowingCallable call, String says) {
    return arguments(name, call, says);
  }

  private static CacheRule.Builder rule() {
    return CacheRule.forOperations("get*");
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        row("load", () -> CachePolicy.load(null), "file"),
        row("check", () -> CachePolicy.check(null), "file"),
        row("parse", () -> CachePolicy.parse("a", (String) null), "yaml"),
        row("parse bytes", () -> CachePolicy.parse("a", (byte[]) null), "yaml"),
        row("parse source", () -> CachePolicy.parse(null, ""), "source"),
        row("rule", () -> CachePolicy.builder().rule(null), "rule"),
        row("forOperations", () -> CacheRule.forOperations((String) null), "value"),
        row(
            "forOperations empty",
            () -> CacheRule.forOperations(""),
            "pattern: expected a text, found an empty one"),
        row("service", () -> rule().service(null), "pattern"),
        row("endpoint", () -> rule().endpoint(null), "pattern"),
        row("ttl", () -> rule().ttl(null), "ttl"),
        row("ttl 0", () -> rule().ttl(Duration.ZERO), "ttl"),
        row("ttl < 0", () -> rule().ttl(Duration.ofMillis(-1)), "duration < 0"),
        row("ttl absurd", () -> rule().ttl(ABSURD), "expected a duration of at most 3650d"),
        row("ahead", () -> rule().refreshAhead(ABSURD), "expected a duration of at most 3650d"),
        row(
            "stale",
            () -> rule().staleWhileRevalidate(ABSURD),
            "expected a duration of at most 3650d"),
        row("vary", () -> rule().vary((Vary) null), "value"),
        row("vary array", () -> rule().vary((Vary[]) null), "values"),
        row("credentials", () -> rule().credentials((String) null), "value"),
        row("credentials a b", () -> rule().credentials("a b"), "expected a token"),
        row("ignore", () -> rule().ignore((IgnoredPart) null), "value"),
        row("invalidates", () -> rule().invalidates((Invalidation) null), "value"),
        row("key", () -> rule().key(null), "key"),
        row("representation", () -> rule().representation(null), "representation"),
        row("maxEntryBytes", () -> rule().maxEntryBytes(0), "0"),
        row("maxEntryBytes -1", () -> rule().maxEntryBytes(-1), "-1"),
        row("of", () -> ResponseCache.of(null), "policy"),
        row("policy", () -> ResponseCache.builder().policy(null), "policy"),
        row("policyFile", () -> ResponseCache.builder().policyFile(null), "file"),
        row("store", () -> ResponseCache.builder().store(null), "store"),
        row("clock", () -> ResponseCache.builder().clock(null), "clock"),
        row("executor", () -> ResponseCache.builder().executor(null), "executor"),
        row("maxWait", () -> ResponseCache.builder().maxWait(null), "maxWait"),
        row("maxWait < 0", () -> ResponseCache.builder().maxWait(ABSURD.negated()), "maxWait < 0"),
        row("inMemory 0", () -> CacheStore.inMemory(0), "maxBytes"),
        row("inMemory -1", () -> CacheStore.inMemory(-1), "maxBytes"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void aValueThatCannotBeMeantIsRefusedAtOnce(String name, ThrowingCallable call, String says) {
    Throwable thrown = catchThrowable(call);

    assertThat(thrown).hasMessageContaining(says);
    assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
  }

  @Test
  void aWaitWithoutEndMayBeAskedFor() {
    ResponseCache.builder().maxWait(ABSURD).build().close();
  }

  @Test
  void aPolicyFileThatIsMissingIsNamedWithWhatWasExpected(@TempDir Path folder) {
    Path file = folder.resolve("cache.yaml");

    assertThatThrownBy(() -> CachePolicy.load(file))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file + ": expected a cache policy, found no file there");
    assertThatThrownBy(() -> ResponseCache.builder().policyFile(file))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("found no file there");
    assertThatThrownBy(() -> CachePolicy.check(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(folder + ": expected a cache policy, found a folder");
  }
}
