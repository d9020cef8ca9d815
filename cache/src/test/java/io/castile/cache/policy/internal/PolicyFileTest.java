package io.castile.cache.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
            errors.add(new OutOfMemoryError("for a test"));
            throw errors.get(0);
          }
          taken.add(policy);
        };
    Files.writeString(path, CACHED.replace("1h", "30m"));

    file.look(changed);
    assertThatThrownBy(() -> file.look(changed)).isSameAs(errors.get(0));
    file.look(changed);

    assertThat(taken).singleElement().isNotEqualTo(first);
  }

  @Test
  void aChangeIsTakenThoughNothingIsCalled(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), "rules: []\n");
    try (ResponseCache cache = ResponseCache.builder().policyFile(path).build()) {
      Files.writeString(path, CACHED);

      await(() -> cache.policy().rules().size() == 1);
    }
  }

  @Test
  void aBrokenFileKeepsThePolicyAndSaysWhyUntilItIsMended(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    try (ResponseCache cache = ResponseCache.builder().policyFile(path).build()) {
      CachePolicy first = cache.policy();
      assertThat(cache.policyProblem()).isEmpty();

      Files.writeString(path, CACHED.replace("cache:", "cahce:"));
      await(() -> cache.policyProblem().isPresent());

      assertThat(cache.policy()).isEqualTo(first);
      assertThat(cache.policyProblem().orElseThrow())
          .contains("cache.yaml:1:", "unknown word in a rule 'cahce', did you mean 'cache'?");

      Files.writeString(path, CACHED);
      await(() -> cache.policyProblem().isEmpty());
      assertThat(cache.policy()).isEqualTo(first);
    }
  }

  @Test
  void aFileThatIsGoneKeepsThePolicyAndSaysSo(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    try (ResponseCache cache = ResponseCache.builder().policyFile(path).build()) {
      Files.delete(path);
      await(() -> cache.policyProblem().isPresent());
      assertThat(cache.policyProblem().orElseThrow()).contains("found no file there");

      Files.writeString(path, "rules: []\n");
      await(() -> cache.policyProblem().isEmpty());
      assertThat(cache.policy()).isEqualTo(CachePolicy.NOTHING);
    }
  }

  /** As Kubernetes replaces the files of a ConfigMap: the folder behind a link is another one. */
  @Test
  void anotherTargetOfALinkIsAChange(@TempDir Path folder) throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    Files.writeString(one.resolve("cache.yaml"), CACHED);
    Files.writeString(two.resolve("cache.yaml"), CACHED.replace("1h", "2h"));
    Files.setLastModifiedTime(
        two.resolve("cache.yaml"), Files.getLastModifiedTime(one.resolve("cache.yaml")));
    Path data = Files.createSymbolicLink(folder.resolve("data"), one);
    PolicyFile file = new PolicyFile(data.resolve("cache.yaml"));
    file.load();
    List<CachePolicy> taken = new ArrayList<>();
    file.look(taken::add);
    assertThat(taken).isEmpty();

    Path next = Files.createSymbolicLink(folder.resolve("next"), two);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    file.look(taken::add);
    file.look(taken::add);

    assertThat(taken).hasSize(1);
  }

  @Test
  void anEditThatLeavesTimeAndSizeIsAChangeWhileTheFileIsYoung(@TempDir Path folder)
      throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    FileTime time = Files.getLastModifiedTime(path);
    PolicyFile file = new PolicyFile(path);
    file.load();
    List<CachePolicy> taken = new ArrayList<>();

    Files.writeString(path, CACHED.replace("1h", "2h"));
    Files.setLastModifiedTime(path, time);
    file.look(taken::add);
    file.look(taken::add);

    assertThat(taken).hasSize(1);
  }

  @Test
  void theSameContentWithAnotherTimeIsNoChange(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    PolicyFile file = new PolicyFile(path);
    file.load();
    List<CachePolicy> taken = new ArrayList<>();

    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(9)));
    file.look(taken::add);
    file.look(taken::add);

    assertThat(taken).isEmpty();
  }

  /** As editors and shells write: the file is empty at first, and then has a part of the text. */
  @Test
  void aFileThatIsBeingWrittenIsNotTakenBeforeItIsWhole(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    PolicyFile file = new PolicyFile(path);
    file.load();
    List<CachePolicy> taken = new ArrayList<>();
    String half = "rules:\n- {operation: [get*], cache: true, ttl: 2h}\n";

    for (String written : List.of("", half, half + "- {operation: setPrice, cache: false}\n")) {
      Files.writeString(path, written);
      file.look(taken::add);
      assertThat(taken).isEmpty();
    }
    file.look(taken::add);
    file.look(taken::add);

    assertThat(taken).singleElement().extracting(policy -> policy.rules().size()).isEqualTo(2);
  }

  @Test
  void aFileThatHasItsOldContentAgainIsNoChange(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), CACHED);
    PolicyFile file = new PolicyFile(path);
    file.load();
    List<CachePolicy> taken = new ArrayList<>();

    Files.writeString(path, "");
    file.look(taken::add);
    Files.writeString(path, CACHED);
    file.look(taken::add);
    file.look(taken::add);

    assertThat(taken).isEmpty();
  }

  @Test
  void twoCachesOfOneBuilderTakeAChangeBoth(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("cache.yaml"), "rules: []\n");
    ResponseCache.Builder builder = ResponseCache.builder().policyFile(path);
    try (ResponseCache one = builder.build();
        ResponseCache other = builder.build()) {
      Files.writeString(path, CACHED);

      await(() -> one.policy().rules().size() == 1);
      await(() -> other.policy().rules().size() == 1);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
