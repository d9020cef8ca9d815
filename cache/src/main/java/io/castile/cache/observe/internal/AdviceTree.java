package io.castile.cache.observe.internal;

import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Advice.Expectation;
import io.castile.cache.observe.Advice.IdentityAdvice;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Recording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An advice as maps, lists, records and simple values, for JSON. */
public final class AdviceTree {
  private AdviceTree() {}

  /** Returns the figures of each operation, and the policy. */
  public static Map<String, Object> of(Advice advice, Recording recording) {
    return of(advice, recording, Map.of());
  }

  /**
   * Returns the figures of each operation, and the policy.
   *
   * @param described what descriptions say of operations
   */
  public static Map<String, Object> of(
      Advice advice, Recording recording, Map<QName, OperationText> described) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (OperationAdvice each : advice.operations()) {
      Map<String, Object> row = operation(each);
      OperationText text = described.get(each.operation().operation());
      row.put("name", text == null ? null : text.name());
      row.put("signature", text == null ? null : text.signature());
      row.put("documentation", text == null ? null : text.documentation());
      rows.add(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("staleRisk", advice.staleRisk());
    result.put("others", recording.others());
    result.put("unread", recording.unread());
    result.put("operations", rows);
    result.put("policy", advice.policy().print());
    return result;
  }

  private static Map<String, Object> operation(OperationAdvice advice) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("operation", advice.operation().operation().toString());
    row.put("service", advice.operation().service().map(QName::toString).orElse(null));
    row.put("endpoint", advice.operation().endpoint());
    row.put("verdict", advice.verdict().name().toLowerCase(Locale.ROOT));
    row.put("knownToRead", advice.knownToRead());
    row.put("reasons", advice.reasons());
    row.put("totals", advice.operation().totals());
    row.put("kept", advice.operation().kept());
    row.put("questions", advice.questions());
    row.put("repeats", advice.repeats());
    row.put("changeIntervalMillis", advice.changeInterval().map(Duration::toMillis).orElse(null));
    row.put("identities", advice.identities().stream().map(AdviceTree::identity).toList());
    row.put("volatileRequestParts", advice.volatileRequestParts());
    row.put("volatileAnswerParts", advice.volatileAnswerParts());
    row.put("rule", advice.rule().map(Object::toString).orElse(null));
    row.put("expectation", expectation(advice.expectation()));
    row.put("shared", advice.shared().map(Object::toString).orElse(null));
    row.put("sharedExpectation", expectation(advice.sharedExpectation()));
    return row;
  }

  private static Map<String, Object> identity(IdentityAdvice identity) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", identity.name());
    row.put("values", identity.values());
    row.put("compared", identity.compared());
    row.put("differed", identity.differed());
    row.put("matters", identity.matters());
    row.put("volatile", identity.isVolatile());
    return row;
  }

  private static @Nullable Expectation expectation(Optional<Expectation> expectation) {
    return expectation.orElse(null);
  }
}
