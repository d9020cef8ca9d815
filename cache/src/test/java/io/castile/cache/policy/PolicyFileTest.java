package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looks at a policy file go on whatever becomes of one of them. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PolicyFileTest {
  private static final String CACHED = "rules: [{operation: [get*], cache: true, ttl: 1h}]\n";

  @Test
  void anErrorOfTheJvmLeavesThePolicyToTheNextLook(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    PolicyFile file = new PolicyFile(path);
    CachePolicy first = file.load();
    List<CachePolicy> taken = new ArrayList<>();
    List<Error> errors = new ArrayList<>();
    Consumer<CachePolicy> changed =
        policy -> {
          if (errors.isEmpty()) {
            throw new OutOfMemoryError("for a test");
          }
          taken.add(policy);
        };
    Executor executor =
        look -> {
          try {
            look.run();
          } catch (OutOfMemoryError e) {
            errors.add(e);
          }
        };
    Files.writeString(path, CACHED.replace("1h", "30m"));

    while (taken.isEmpty()) { // looks are a second apart
      file.check(executor, changed);
      Thread.onSpinWait();
    }

    assertThat(errors).hasSize(1);
    assertThat(taken).singleElement().isNotEqualTo(first);
  }
}
