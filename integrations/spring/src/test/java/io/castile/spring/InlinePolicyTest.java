package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Policies as properties say them, beside the same in their own language. */
class InlinePolicyTest {
  @TempDir Path folder;

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(CastileCacheAutoConfiguration.class)
  static class CacheOnly {}

  private static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplicationBuilder(CacheOnly.class)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false)
        .run(
            Stream.concat(
                    Stream.of(
                        "spring.config.location=optional:classpath:/none/",
                        "logging.level.root=off"),
                    Stream.of(properties))
                .map(each -> "--" + each)
                .toArray(String[]::new));
  }

  private static CachePolicy policy(String... properties) {
    try (ConfigurableApplicationContext context = start(properties)) {
      return context.getBean(ResponseCache.class).policy();
    }
  }

  @Test
  void propertiesSayWhatYamlSays() {
    CachePolicy inline =
        policy(
            "castile.cache.rules[0].operation[0]=get*",
            "castile.cache.rules[0].operation[1]=find\"\\me",
            "castile.cache.rules[0].cache=true",
            "castile.cache.rules[0].ttl=1h30m",
            "castile.cache.rules[0].stale-if-error=1d",
            "castile.cache.rules[0].maxEntryBytes=2MiB",
            "castile.cache.rules[0].vary[0].httpHeader=Accept-Language",
            "castile.cache.rules[0].vary[1]=wsSecurityUser",
            "castile.cache.rules[1].operation=setPrice",
            "castile.cache.rules[1].invalidates[0].operation=getPrice",
            "castile.cache.rules[1].invalidates[0].matching.item=id");

    assertThat(inline)
        .isEqualTo(
            CachePolicy.parse(
                "expected",
                """
                rules:
                  - operation: ["get*", 'find"\\me']
                    cache: true
                    ttl: 1h30m
                    staleIfError: 1d
                    maxEntryBytes: 2MiB
                    vary: [httpHeader: Accept-Language, wsSecurityUser]
                  - operation: setPrice
                    invalidates: [{operation: getPrice, matching: {item: id}}]
                """));
  }

  @Test
  void aWrongWordIsToldWithItsRule() {
    assertThatThrownBy(
            () ->
                start(
                    "castile.cache.rules[0].cache=true",
                    "castile.cache.rules[0].ttl=1h",
                    "castile.cache.rules[1].cahce=true"))
        .hasRootCauseInstanceOf(PolicyException.class)
        .rootCause()
        .hasMessageContaining("castile.cache.rules:2:")
        .hasMessageContaining("did you mean 'cache'?");
  }

  @Test
  void aPolicyIsReadFromItsLocation() throws Exception {
    String yaml = "rules: [{operation: add, cache: true, ttl: 1h}]";
    Path file = Files.writeString(folder.resolve("cache.yaml"), yaml);

    assertThat(policy("castile.cache.policy=" + file.toUri()))
        .isEqualTo(CachePolicy.parse("expected", yaml));
  }

  @Test
  void aLocationWithNothingIsToldByItsProperty() {
    assertThatThrownBy(() -> start("castile.cache.policy=classpath:none.yaml"))
        .rootCause()
        .hasMessage(
            "castile.cache.policy: expected a cache policy at classpath:none.yaml, found nothing");
  }

  @Test
  void recordingNeedsNoPolicy() {
    try (ConfigurableApplicationContext context = start("castile.cache.record=true")) {
      assertThat(context.getBean(ResponseCache.class).policy()).isEqualTo(CachePolicy.NOTHING);
      assertThat(context.getBeansOfType(CallRecorder.class)).hasSize(1);
    }
  }

  @Test
  void thereIsNoCacheWithoutAPolicy() {
    for (List<String> properties :
        List.of(
            List.<String>of(),
            List.of("castile.cache.enabled=false", "castile.cache.rules[0].cache=false"))) {
      try (ConfigurableApplicationContext context = start(properties.toArray(String[]::new))) {
        assertThat(context.getBeansOfType(ResponseCache.class)).isEqualTo(Map.of());
      }
    }
  }
}
