package io.castile.cache.policy;

import io.castile.cache.policy.internal.Conflicts;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyLocation;
import io.castile.cache.policy.internal.PolicyPrinter;
import io.castile.cache.policy.internal.PolicyReader;
import io.castile.cache.policy.internal.ResolvedRule;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.cache.policy.internal.YamlComposer;
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
  public OperationPolicy forTarget(PolicyTarget target) {
    return new ResolvedRule(rules, target).policy();
  }

  /**
   * Returns the combination of all rules for calls that have several names: a rule applies if it is
   * for one of them.
   */
  public OperationPolicy forAnyOf(List<PolicyTarget> targets) {
    return new ResolvedRule(rules, targets).policy();
  }

  /** Explains which values apply to calls of {@code target}, and which rule states each. */
  public Explanation explain(PolicyTarget target) {
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
    return explain(new PolicyTarget(address ? "" : service, address ? service : "", operation));
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
}
