package io.castile.cache.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

final class KnownOperationsTest {
  private static final QName SERVICE = new QName("urn:q", "Quotes");
  private static final String ENDPOINT = "http://origin.example/";

  private final KnownOperations operations =
      new KnownOperations(policy("rules: [{cache: true, ttl: 1h}]"), null, false);

  private static CachePolicy policy(String yaml) {
    return CachePolicy.parse("test", yaml);
  }

  private OperationCache call(String operation) {
    return operations.at(
        operations.cachedOperation(SERVICE, new QName("urn:q", operation)), ENDPOINT);
  }

  private static CacheKey.Scope scope(String operation) {
    return CacheKey.Scope.of(
        ENDPOINT, SERVICE, new QName("urn:q", operation), SoapVersion.SOAP_1_1);
  }

  @Test
  void anOperationIsCachedHoweverManyNamesHaveCome() {
    for (int i = 0; i < 25_000; i++) {
      assertThat(call("invented" + i).isCached()).isTrue();
    }

    assertThat(call("getQuote").isCached()).isTrue();
  }

  @Test
  void aBoundedNumberOfNamesIsHeld() {
    for (int i = 0; i < 15_000; i++) {
      call("invented" + i);
    }

    long held = 0;
    for (int i = 0; i < 15_000; i++) {
      held += operations.find(scope("invented" + i)) == null ? 0 : 1;
    }

    assertThat(held).isLessThanOrEqualTo(10_000);
    assertThat(operations.counters()).hasSizeLessThanOrEqualTo(10_001);
  }

  @Test
  void longNamesAreCountedTogether() {
    OperationCache one = call("a".repeat(1_000));
    OperationCache other = call("b".repeat(1_000));

    assertThat(one.counters).isSameAs(other.counters);
    assertThat(one.counters.cachedOperation().name().getLocalPart()).isEqualTo("other");
  }

  @Test
  void callsUnderWayOfForgottenOperationsAreUnderAnotherPolicyFromThenOn() {
    List<OperationCache> underWay = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      underWay.add(call("invented" + i));
    }

    KnownOperations.Changed changed = operations.replace(policy("rules: [{cache: true, ttl: 2h}]"));

    // No containsAll of AssertJ, which compares each with each.
    assertThat(Set.copyOf(changed.operations()).containsAll(underWay)).isTrue();
    assertThat(changed.scopes().test(scope("invented1"))).isTrue();
  }

  @Test
  void theLogSaysAReasonOnceThoughTheOperationIsForgotten() {
    OperationCache first = call("getQuote");
    OperationCache again =
        new OperationCache(first.cachedOperation, ENDPOINT, first.policy, first.counters, false);

    assertThat(first.isFirst(Bypass.COOKIE)).isTrue();
    assertThat(again.isFirst(Bypass.COOKIE)).isFalse();
    assertThat(again.isFirst(Bypass.NO_KEY)).isTrue();
  }

  @Test
  void entriesOfForgottenOperationsAreDroppedWhereThePolicyDiffers() {
    KnownOperations.Changed changed =
        operations.replace(
            policy(
                "rules: [{cache: true, ttl: 1h}, {operation: getNews, vary: {httpHeader: X-A}}]"));

    assertThat(changed.scopes().test(scope("getNews"))).isTrue();
    assertThat(changed.scopes().test(scope("getQuote"))).isFalse();
  }

  @Test
  void aPolicyIsToldOnceNoOperationOfTheOneBeforeIsFound() throws InterruptedException {
    CachePolicy cached = policy("rules: [{cache: true, ttl: 1h}]");
    try (ResponseCache cache = ResponseCache.of(cached)) {
      CallCache calls = CallCache.of(cache);
      List<CachedOperation> all = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) { // so that it takes time to retire them
        all.add(calls.cachedOperation(SERVICE, new QName("urn:q", "operation" + i)));
        calls.operation(all.get(i), ENDPOINT);
      }
      for (int turn = 0; turn < 50; turn++) {
        CachePolicy next = turn % 2 == 0 ? CachePolicy.NOTHING : cached;
        Thread other = new Thread(() -> cache.policy(next));
        other.start();
        while (!cache.policy().equals(next)) {
          Thread.onSpinWait();
        }

        for (int i = all.size() - 1; i >= 0; i -= 100) {
          assertThat(calls.operation(all.get(i), ENDPOINT).isCached()).isEqualTo(next == cached);
        }
        other.join();
        all.forEach(each -> calls.operation(each, ENDPOINT));
      }
    }
  }

  @Test
  void thePolicyThatCameLastIsToldInTheEnd() {
    CachePolicy one = policy("rules: [{cache: true, ttl: 2h}]");
    CachePolicy other = policy("rules: [{cache: true, ttl: 3h}]");
    CachePolicy before = operations.policy();

    operations.replace(one);
    assertThat(operations.policy()).isEqualTo(before);
    operations.replace(other);
    operations.followed(one);
    assertThat(operations.policy()).isEqualTo(before);
    operations.followed(other);

    assertThat(operations.policy()).isEqualTo(other);
  }
}
