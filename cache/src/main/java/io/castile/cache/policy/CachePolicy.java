package io.castile.cache.policy;

import io.castile.cache.policy.internal.Conflicts;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyLocation;
import io.castile.cache.policy.internal.PolicyPrinter;
import io.castile.cache.policy.internal.PolicyReader;
import io.castile.cache.policy.internal.ResolvedRule;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.cache.policy.internal.YamlComposer;
import io.castile.cache.policy.text.NameChecks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A list of rules: which operations are cached, for how long, and by what their requests differ.
 *
 * <pre>{@code
 * CachePolicy policy = CachePolicy.load(Path.of("cache.yaml"));
 * policy.explain("GoogleSearchService", "doGoogleSearch").cached();
 * }</pre>
 *
 * <p><b>Precedence.</b> For each word, the last rule of the list that is for the call and states
 * the word decides; what no rule states has its default. Lists are replaced, not joined. By default
 * nothing is cached. The words are described in {@code docs/cache/cache-policy.md}.
 *
 * <p>Two ideas are from Takase and Tatsubori, §3.2: that the policy belongs to the operator of the
 * client, as operations say nothing of their freshness, and the lifetime per operation.
 *
 * <p>Immutable and thread-safe. Policies are equal if their rules are.
 */
public final class CachePolicy {
  /** The most rules of a policy. */
  public static final int MAX_RULES = 10_000;

  /** The policy without rules: nothing is cached. */
  public static final CachePolicy NOTHING = new CachePolicy(List.of());

  private final List<CacheRule> rules;

  private CachePolicy(List<CacheRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Returns a builder without rules. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads a policy file.
   *
   * @throws PolicyException if it is no policy, with line and column
   * @throws IOException if it cannot be read
   */
  public static CachePolicy load(Path file) throws IOException {
    return parse(file.toString(), content(file));
  }

  /** The beginning of a file, one byte longer than a policy may be. */
  private static byte[] content(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    if (Files.isDirectory(file)) {
      throw new FileSystemException(
          file.toString(), null, "expected a cache policy, found a folder");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(YamlComposer.MAX_BYTES + 1);
    } catch (NoSuchFileException e) {
      NoSuchFileException named =
          new NoSuchFileException(
              file.toString(), null, "expected a cache policy, found no file there");
      named.initCause(e);
      throw named;
    }
  }

  /**
   * Checks a policy file, and returns all errors that do not hide each other, not only the first
   * one.
   *
   * @return empty if it is a policy
   * @throws IOException if it cannot be read
   */
  public static List<PolicyException> check(Path file) throws IOException {
    return PolicyReader.check(file.toString(), content(file));
  }

  /**
   * Reads a policy.
   *
   * @param source what messages call it, as a file name
   * @param yaml UTF-8
   * @throws PolicyException if it is no policy, with line and column
   */
  public static CachePolicy parse(String source, byte[] yaml) {
    return PolicyReader.read(
        Objects.requireNonNull(source, "source"), Objects.requireNonNull(yaml, "yaml"));
  }

  /**
   * Reads a policy.
   *
   * @param source what messages call it, as a file name
   * @throws PolicyException if it is no policy, with line and column
   */
  public static CachePolicy parse(String source, String yaml) {
    Objects.requireNonNull(yaml, "yaml");
    return parse(source, yaml.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the rules, in their order. */
  public List<CacheRule> rules() {
    return rules;
  }

  /** Returns whether a call of some operation may invalidate responses of an operation. */
  public boolean invalidates(QName operation) {
    for (CacheRule rule : rules) {
      List<Invalidation> invalidations = RuleValues.of(rule).get(PolicyKey.INVALIDATES);
      for (Invalidation each : invalidations == null ? List.<Invalidation>of() : invalidations) {
        if (each.operation().matchesName(operation.toString())
            || each.operation().matchesLocalName(operation.getLocalPart())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the combination of all rules for calls of {@code target}. */
  public OperationPolicy forTarget(Target target) {
    return new ResolvedRule(rules, target).policy();
  }

  /**
   * Returns the combination of all rules for calls that have several names: a rule applies if it is
   * for one of them.
   */
  public OperationPolicy forAnyOf(List<Target> targets) {
    return new ResolvedRule(rules, targets).policy();
  }

  /** Explains which values apply to calls of {@code target}, and which rule states each. */
  public Explanation explain(Target target) {
    return new ResolvedRule(rules, target).explanation();
  }

  /**
   * Explains which values apply to calls of an operation, and which rule states each.
   *
   * @param service the name of a service, {@code {namespace}local} or {@code local}; or the address
   *     of an endpoint; empty if not known
   * @param operation {@code {namespace}local} or {@code local}
   */
  public Explanation explain(String service, String operation) {
    boolean address = service.contains("://") && !service.startsWith("{");
    return explain(new Target(address ? "" : service, address ? service : "", operation));
  }

  /** Returns the policy as YAML, which {@link #parse} reads as an equal policy. */
  public String print() {
    return PolicyPrinter.print(rules);
  }

  /** Returns a builder with the rules of this policy. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.rules.addAll(rules);
    return builder;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CachePolicy policy && rules.equals(policy.rules);
  }

  @Override
  public int hashCode() {
    return rules.hashCode();
  }

  @Override
  public String toString() {
    return print();
  }

  /** Builds a policy. Not thread-safe. */
  public static final class Builder {
    private final List<CacheRule> rules = new ArrayList<>();

    private Builder() {}

    /** Adds a rule, which takes precedence over those added before. */
    public Builder rule(CacheRule rule) {
      rules.add(Objects.requireNonNull(rule, "rule"));
      return this;
    }

    /**
     * Makes the policy.
     *
     * @throws PolicyException if the rules cannot hold together, or are too many
     */
    public CachePolicy build() {
      if (rules.size() > MAX_RULES) {
        throw PolicyLocation.exception(
            RuleValues.of(rules.get(MAX_RULES)).location(""),
            "expected at most " + MAX_RULES + " rules, found " + rules.size(),
            null);
      }
      Conflicts.checkLifetimes(rules);
      return new CachePolicy(rules);
    }
  }

  /**
   * The values that a policy has for one operation, and the place that states each.
   *
   * @param target the operation
   * @param policy what holds for it
   * @param cached whether its responses are cached
   * @param reason why, or why not, in words
   * @param rules the rules that are for it, in their order
   * @param settings one for each word of a policy, in the order of the documentation
   */
  public record Explanation(
      Target target,
      OperationPolicy policy,
      boolean cached,
      String reason,
      List<String> rules,
      List<Setting> settings) {

    /**
     * The value of one word.
     *
     * @param word its name
     * @param value as it is written in a policy; empty for none
     * @param from the rule that decides, with its place; or {@code default}
     * @param overruled the rules that state the word too, but stand before
     */
    public record Setting(String word, String value, String from, List<String> overruled) {
      public Setting {
        overruled = List.copyOf(overruled);
      }
    }

    public Explanation {
      rules = List.copyOf(rules);
      settings = List.copyOf(settings);
    }

    /** Returns the setting of a word, or throws if there is no such word. */
    public Setting setting(String word) {
      return settings.stream()
          .filter(setting -> setting.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      NameChecks.unknown(
                          "word", word, settings.stream().map(Setting::word).toList())));
    }
  }

  /**
   * The target of a call, as far as it is known: the rules of a policy are chosen by it.
   *
   * @param service {@code {namespace}local} or {@code local}; empty if not known
   * @param endpoint the address; empty if not known
   * @param operation {@code {namespace}local} or {@code local}; empty if not known
   */
  public record Target(String service, String endpoint, String operation) {
    public Target {
      Objects.requireNonNull(service, "service");
      Objects.requireNonNull(endpoint, "endpoint");
      Objects.requireNonNull(operation, "operation");
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("operation " + operation);
      if (!service.isEmpty()) {
        text.append(" of service ").append(service);
      }
      if (!endpoint.isEmpty()) {
        text.append(" at ").append(endpoint);
      }
      return text.toString();
    }
  }
}
