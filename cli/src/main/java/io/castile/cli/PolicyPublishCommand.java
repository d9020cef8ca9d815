package io.castile.cli;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.redis.RedisStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile policy publish}. */
@Command(
    name = "publish",
    description =
        "Makes a policy that of all gateways with --policy store that share a store. They take it"
            + " over at once, or when they are back. Exit code 0: published; 1: it is no policy,"
            + " and nothing was changed, or the store does not confirm it; 2: the file cannot be"
            + " read.")
final class PolicyPublishCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The policy, YAML.")
  private Path file;

  @Option(
      names = "--store",
      paramLabel = "URL",
      required = true,
      description = "The store that the gateways share, as they are given it.")
  private String store = "";

  @Mixin private StoreKeyOption storeKey = new StoreKeyOption();

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    byte[] yaml;
    List<PolicyException> errors;
    try {
      yaml = Files.readAllBytes(file);
      errors = CachePolicy.check(file);
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
    Map<String, Object> result = PolicyCommand.forMachines(file, errors);
    PrintWriter out = spec.commandLine().getOut();
    if (errors.isEmpty()) {
      long version = published(new String(yaml, StandardCharsets.UTF_8));
      result.put("version", version);
      if (!json.isGiven()) {
        out.println(file + ": published, version " + version);
      }
    } else if (!json.isGiven()) {
      PolicyCommand.print(errors, out);
    }
    if (json.isGiven()) {
      JsonOption.print(result, out);
    }
    out.flush();
    return errors.isEmpty() ? 0 : 1;
  }

  private long published(String yaml) throws IOException {
    RedisStore.Builder builder;
    try {
      builder = RedisStore.builder(store);
      StoreKeyOption.encrypt(builder, storeKey.file(), spec.commandLine().getErr());
    } catch (IOException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: " + Failures.message(e), e);
    }
    try (RedisStore fleet = builder.localBytes(0).build()) {
      return fleet.policies().publish(yaml);
    } catch (PolicyException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException(
          "Cannot tell whether the policy was published, because the store "
              + store
              + " failed: "
              + e.getMessage(),
          e);
    }
  }
}
