package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.Parameter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the policy stands, and what is said of one that is none. */
class PolicyTest {
  private static final String ONE = "{rules: [{operation: a, cache: true, ttl: 1h}]}";
  private static final String OTHER = "{rules: [{operation: b, cache: true, ttl: 2h}]}";

  @TempDir Path folder;
  private ConfigurationContext context;
  private AxisModule module;

  @BeforeEach
  void start() throws Exception {
    context = Repositories.context(folder);
    module = context.getAxisConfiguration().getModule(CastileModule.NAME);
  }

  @AfterEach
  void stop() throws Exception {
    context.terminate();
  }

  private AxisService service(String name) throws AxisFault {
    AxisService service = new AxisService(name);
    context.getAxisConfiguration().addService(service);
    return service;
  }

  private static CachePolicy policy(AxisService service) throws AxisFault {
    ResponseCache cache = CastileModule.cache(service);
    return cache == null ? null : cache.policy();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "absent.yaml | 'absent.yaml', and there is no file",
        "'' | found an empty text",
        "{rules: [{cahce: true}]} | 1:11: unknown word in a rule 'cahce', did you mean 'cache'?",
        "{rules: [{cache: true}]} | ttl"
      })
  void whatIsNoPolicyIsToldWhenTheModuleIsEngaged(String value, String told) throws Exception {
    AxisService service = service("Shop");
    service.addParameter(new Parameter(CastileModule.POLICY, value));

    assertThatExceptionOfType(AxisFault.class)
        .isThrownBy(() -> service.engageModule(module))
        .withMessageStartingWith("parameter policy of service Shop:")
        .withMessageContaining(told);
  }

  @Test
  void theNearestPolicyCounts() throws Exception {
    AxisService near = service("Near");
    AxisService far = service("Far");
    context.getAxisConfiguration().addParameter(CastileModule.POLICY, ONE);
    near.addParameter(new Parameter(CastileModule.POLICY, OTHER));
    context.getAxisConfiguration().engageModule(module);

    assertThat(policy(near)).isEqualTo(CachePolicy.parse("", OTHER));
    assertThat(policy(far)).isEqualTo(CachePolicy.parse("", ONE));
    assertThat(CastileModule.cache(far)).isSameAs(CastileModule.cache(service("Later")));
  }

  @Test
  void theConfigurationOfTheModuleHasThePolicy() throws Exception {
    ModuleConfiguration configuration =
        new ModuleConfiguration(CastileModule.NAME, context.getAxisConfiguration());
    configuration.addParameter(new Parameter(CastileModule.POLICY, ONE));
    context.getAxisConfiguration().addModuleConfig(configuration);

    assertThat(policy(service("Shop"))).isEqualTo(CachePolicy.parse("", ONE));
  }

  @Test
  void aFileIsLookedForInTheRepository() throws Exception {
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(folder.resolve("conf/cache.yaml"), ONE);
    AxisService service = service("Shop");
    service.addParameter(new Parameter(CastileModule.POLICY, "conf/cache.yaml"));
    service.engageModule(module);

    assertThat(policy(service)).isEqualTo(CachePolicy.parse("", ONE));
  }

  @Test
  void aProgramGivesACache() throws Exception {
    AxisService service = service("Shop");
    try (ResponseCache cache = ResponseCache.of(CachePolicy.NOTHING)) {
      service.addParameter(new Parameter(CastileModule.POLICY, cache));
      service.engageModule(module);

      assertThat(CastileModule.cache(service)).isSameAs(cache);
    }
  }
}
