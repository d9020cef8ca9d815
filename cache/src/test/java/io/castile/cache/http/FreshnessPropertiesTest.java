package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.Freshness.StaleUse;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** What holds of freshness whatever headers, policy and clock are, hostile headers included. */
class FreshnessPropertiesTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<String> DIRECTIVES =
      List.of(
          "no-store",
          "no-cache",
          "no-cache=\"a\"",
          "private",
          "public",
          "must-revalidate",
          "proxy-revalidate",
          "only-if-cached",
          "max-stale",
          "max-age=0",
          "max-age=1",
          "max-age=60",
          "max-age=4294967296",
          "max-age=-1",
          "max-age=\"60\"",
          "max-age=99999999999999",
          "s-maxage=60",
          "s-maxage=x",
          "stale-while-revalidate=60",
          "stale-while-revalidate=x",
          "stale-if-error=60",
          "stale-if-error=99999999999",
          "min-fresh=10",
          "min-fresh=x",
          "max-stale=60",
          "max-stale=x",
          "x=\"unfinished",
          "@",
          "=",
          ",");

  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "-1",
          "60",
          "99999999999999999999",
          "Thu, 01 Jan 2026 00:00:30 GMT",
          "Wed, 31 Dec 2025 23:59:30 GMT",
          "Thursday, 01-Jan-26 00:00:30 GMT",
          "Sat, 01 Jan 0000 00:00:00 GMT",
          "Fri, 31 Dec 9999 23:59:59 GMT",
          "\"a\"",
          "W/\"a\"",
          "*",
          "Accept-Language",
          "\u00ff\"");

  /** One question. */
  record Case(OperationPolicy policy, Headers request, StoredResponse candidate) {
    Freshness at(Instant now) {
      return Freshness.decide(policy, request, candidate, now);
    }
  }

  @Property(tries = 5000)
  void neverFreshPastItsLimit(@ForAll("cases") Case c, @ForAll @LongRange(max = 4000) long later) {
    Instant now = T0.plusMillis(later * 50);
    Freshness freshness = c.at(now);

    if (freshness.outcome() == Outcome.FRESH) {
      Instant until = freshness.until().orElseThrow();
      assertThat(now).isBefore(until).isBefore(limit(c));
      assertThat(c.at(until.minusNanos(1)).outcome()).isEqualTo(Outcome.FRESH);
      assertThat(c.at(until).outcome()).isNotEqualTo(Outcome.FRESH);
    }
  }

  @Property(tries = 5000)
  void staleResponsesAreGivenWithinTheirWindow(
      @ForAll("cases") Case c, @ForAll @LongRange(max = 4000) long later) {
    Instant now = T0.plusMillis(later * 50);

    for (Freshness freshness :
        List.of(c.at(now), Freshness.decideOnError(c.policy(), c.request(), c.candidate(), now))) {
      assertThat(freshness.outcome() == Outcome.STALE_USABLE)
          .isEqualTo(freshness.use() != StaleUse.NONE);
      boolean usable =
          freshness.outcome() == Outcome.FRESH || freshness.outcome() == Outcome.STALE_USABLE;
      assertThat(freshness.until().isPresent()).isEqualTo(usable);
      freshness.until().ifPresent(until -> assertThat(until).isAfter(now));
      if (freshness.outcome() == Outcome.STALE_USABLE && c.policy().http()) {
        CacheControl stated = CacheControl.of(c.candidate().fields());
        assertThat(stated.has("must-revalidate")).isFalse();
        assertThat(stated.has("no-cache")).isFalse();
      }
    }
  }

  /** Fresh, then stale but usable, then neither: it never gets better by waiting. */
  @Property(tries = 5000)
  void timeMakesNothingFresher(
      @ForAll("cases") Case c,
      @ForAll @LongRange(min = -1000, max = 4000) long a,
      @ForAll @LongRange(max = 4000) long b) {
    Instant first = T0.plusMillis(a * 50);
    Instant second = first.plusMillis(b * 50);

    assertThat(rank(c.at(second))).isGreaterThanOrEqualTo(rank(c.at(first)));
    assertThat(rank(Freshness.decideOnError(c.policy(), c.request(), c.candidate(), second)))
        .isGreaterThanOrEqualTo(
            rank(Freshness.decideOnError(c.policy(), c.request(), c.candidate(), first)));
  }

  @Property(tries = 2000)
  void anErrorNeverAsksAgainAndNeverGivesLess(
      @ForAll("cases") Case c, @ForAll @LongRange(max = 4000) long later) {
    Instant now = T0.plusMillis(later * 50);
    Freshness before = c.at(now);
    Freshness after = Freshness.decideOnError(c.policy(), c.request(), c.candidate(), now);

    assertThat(after.outcome()).isNotEqualTo(Outcome.REVALIDATE);
    assertThat(rank(after)).isLessThanOrEqualTo(rank(before));
  }

  @Property(tries = 2000)
  void whatIsNotStoredWasNeverFresh(@ForAll("cases") Case c) {
    StorageRule storing = StorageRule.decide(c.policy(), c.request(), c.candidate());

    assertThat(storing.reason()).isNotEmpty();
    if (storing.reason().startsWith("the response is stale already")) {
      assertThat(Freshness.decide(c.policy(), Headers.NONE, c.candidate(), T0).outcome())
          .isEqualTo(Outcome.MISS);
    }
    if (!c.policy().cached()) {
      assertThat(storing.allowed()).isFalse();
    }
  }

  /** The ends of time are safe too. */
  @Property(tries = 1000)
  void anyClockIsSafe(@ForAll("cases") Case c, @ForAll long responseTime, @ForAll long now) {
    StoredResponse candidate =
        new StoredResponse(200, c.candidate().fields(), instant(now), instant(responseTime));

    Freshness freshness = Freshness.decide(c.policy(), c.request(), candidate, instant(now));

    assertThat(freshness.reason()).isNotEmpty();
    freshness.until().ifPresent(until -> assertThat(until).isAfterOrEqualTo(instant(now)));
  }

  private static Instant instant(long seconds) {
    return Instant.ofEpochSecond(
        Math.max(Instant.MIN.getEpochSecond(), Math.min(Instant.MAX.getEpochSecond(), seconds)));
  }

  /** The limit, computed the plain way: by the greatest lifetime that anything states. */
  private static Instant limit(Case c) {
    Duration longest = c.policy().http() ? Duration.ofSeconds(-1) : c.policy().ttl().orElseThrow();
    if (c.policy().http()) {
      CacheControl stated = CacheControl.of(c.candidate().fields());
      for (String name : List.of("max-age", "s-maxage")) {
        longest = longer(longest, Duration.ofSeconds(stated.seconds(name)));
      }
      longest = longer(longest, c.policy().ttl().orElse(Duration.ZERO));
      Instant expires = c.candidate().date("expires").orElse(T0);
      longest = longer(longest, SaturatedTime.from(c.candidate().date(), expires));
    }
    return T0.plus(longest).plusNanos(1);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private static int rank(Freshness freshness) {
    return switch (freshness.outcome()) {
      case FRESH -> 0;
      case STALE_USABLE -> 1;
      case REVALIDATE, MISS -> 2;
    };
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.randomValue(FreshnessPropertiesTest::randomCase);
  }

  private static Case randomCase(Random random) {
    CacheRule.Builder rule = CacheRule.forOperations().cache(true);
    boolean http = random.nextInt(4) > 0;
    rule.http(http);
    if (!http || random.nextBoolean()) {
      rule.ttl(Duration.ofSeconds(1 + random.nextInt(120)));
    }
    if (random.nextBoolean()) {
      rule.staleWhileRevalidate(Duration.ofSeconds(random.nextInt(60)));
      rule.staleIfError(Duration.ofSeconds(random.nextInt(60)));
    }
    if (random.nextInt(4) == 0) {
      rule.vary(Vary.wsSecurityUser());
    }
    OperationPolicy policy =
        CachePolicy.builder()
            .rule(rule.build())
            .build()
            .forTarget(new CachePolicy.Target("", "", "get"));
    StoredResponse candidate =
        new StoredResponse(
            200,
            fields(random, "Date", "Expires", "Age", "ETag", "Last-Modified", "Vary"),
            T0.minusMillis(random.nextInt(3000)),
            T0);
    return new Case(policy, fields(random, "Pragma"), candidate);
  }

  private static Headers fields(Random random, String... others) {
    Headers.Builder fields = Headers.builder();
    StringBuilder control = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      control.append(DIRECTIVES.get(random.nextInt(DIRECTIVES.size())));
      control.append(i > 1 ? ", " : "");
    }
    if (!control.isEmpty()) {
      fields.add("Cache-Control", control.toString());
    }
    for (String other : others) {
      if (random.nextInt(3) == 0) {
        fields.add(other, VALUES.get(random.nextInt(VALUES.size())));
        if (random.nextInt(5) == 0) {
          fields.add(other, VALUES.get(random.nextInt(VALUES.size())));
        }
      }
    }
    return fields.build();
  }
}
