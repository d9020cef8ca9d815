package io.castile.cache.observe;

import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.CacheRule;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.xml.namespace.QName;

/** Writes an advice as a policy with comments. */
final class AdviceYaml {
  private final StringBuilder out = new StringBuilder();
  private final Function<? super QName, List<String>> comments;

  private AdviceYaml(Function<? super QName, List<String>> comments) {
    this.comments = comments;
  }

  /**
   * Returns the policy.
   *
   * @param comments more of them on an operation
   */
  static String of(Advice advice, Function<? super QName, List<String>> comments) {
    AdviceYaml yaml = new AdviceYaml(comments);
    yaml.out
        .append(
            "# A draft by recorded calls. Look over each rule before it is used: what was seen\n")
        .append("# does not say what else there is. At most ")
        .append(Figures.percent(advice.staleRisk()))
        .append(" of cached answers would have been stale.\n");
    boolean hasRules = advice.operations().stream().anyMatch(OperationAdvice::isActive);
    yaml.out.append(hasRules ? "rules:\n" : "rules: []\n");
    yaml.section(advice, Verdict.CACHE, "operations to cache");
    yaml.section(advice, Verdict.INVALIDATES, "operations whose calls drop answers of others");
    yaml.section(advice, Verdict.LOOK, "operations that a person has to look at");
    yaml.section(advice, Verdict.UNKNOWN, "operations of which too little was seen yet");
    yaml.section(advice, Verdict.NOT, "operations not to cache");
    return yaml.out.toString();
  }

  private void section(Advice advice, Verdict verdict, String title) {
    List<OperationAdvice> all =
        advice.operations().stream().filter(each -> each.verdict() == verdict).toList();
    if (!all.isEmpty()) {
      out.append("\n  # ---- ").append(title).append(" ----\n");
      all.forEach(this::operation);
    }
  }

  private void operation(OperationAdvice each) {
    RecordedOperation operation = each.operation();
    out.append('\n');
    comment(
        operation.operation()
            + operation.service().map(service -> " of " + service).orElse("")
            + (operation.endpoint().isEmpty() ? "" : " at " + operation.endpoint()));
    comments.apply(operation.operation()).forEach(this::comment);
    comment(sums(operation.totals()));
    each.reasons().forEach(reason -> comment("  " + reason));
    String lead = each.isActive() ? "  " : "  # ";
    each.rule().ifPresent(rule -> rule(rule, lead));
    each.shared()
        .ifPresent(
            rule -> {
              String hits =
                  each.sharedExpectation()
                      .map(shared -> Figures.percent(shared.hits()) + " hits")
                      .orElseThrow();
              comment("If callers may share answers, in place of the rule above (" + hits + "):");
              rule(rule, "  # ");
            });
  }

  private static String sums(CallTotals totals) {
    double calls = Math.max(1, totals.calls());
    return String.format(
        Locale.ROOT,
        "%d calls, %d with a fault; on average %s, %s to it and %s from it",
        totals.calls(),
        totals.faults(),
        Figures.time(totals.originNanos() / calls / 1e6),
        Figures.bytes(totals.requestBytes() / calls),
        Figures.bytes(totals.responseBytes() / calls));
  }

  /** The rule as a policy prints it, without the word before it and its indentation. */
  private void rule(CacheRule rule, String lead) {
    rule.toString()
        .lines()
        .skip(1)
        .forEach(line -> out.append(lead).append(line.substring(2)).append('\n'));
  }

  private void comment(String text) {
    out.append("  # ")
        .append(text.replaceAll("[^\\x20-\\x7E\\u00A0-\\uD7FF\\uE000-\\uFFFD]+", " "))
        .append('\n');
  }
}
