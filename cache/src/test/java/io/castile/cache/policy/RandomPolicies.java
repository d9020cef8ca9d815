package io.castile.cache.policy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Policies of every kind that can be built, with odd names. */
final class RandomPolicies {
  private static final String NAME = "abAB01_.-é";
  private static final String TEXT = "ab*?{}:/ \"'\\#&!%@,[]|>-.=~é\uD7FF\uE000\u00A0";

  private RandomPolicies() {}

  static CachePolicy policy(Random random) {
    CachePolicy.Builder policy = CachePolicy.builder();
    for (int i = random.nextInt(6); i > 0; i--) {
      policy.rule(rule(random));
    }
    return policy.build();
  }

  private static CacheRule rule(Random random) {
    CacheRule.Builder rule =
        CacheRule.forOperations(
            Stream.generate(() -> glob(random))
                .limit(random.nextInt(4))
                .distinct()
                .toArray(String[]::new));
    switch (random.nextInt(3)) {
      case 0 -> rule.service(glob(random));
      case 1 -> rule.endpoint(glob(random));
      default -> {
        // For every service.
      }
    }
    switch (random.nextInt(4)) {
      case 0 -> rule.cache(false);
      case 1 -> {
        rule.invalidates(some(random, () -> invalidation(random)).toArray(Invalidation[]::new));
        lifetime(random, rule);
      }
      default -> {
        rule.cache(true);
        lifetime(random, rule);
        cached(random, rule);
      }
    }
    return rule.build();
  }

  private static void lifetime(Random random, CacheRule.Builder rule) {
    if (random.nextBoolean()) {
      rule.http(true);
    } else {
      rule.ttl(duration(random).plusMillis(1));
    }
  }

  private static void cached(Random random, CacheRule.Builder rule) {
    if (random.nextBoolean()) {
      rule.refreshAhead(duration(random))
          .staleWhileRevalidate(duration(random))
          .staleIfError(duration(random))
          .staleIfSlow(duration(random));
    }
    switch (random.nextInt(3)) {
      case 0 -> rule.readOnly(true).key(pick(random, KeyKind.values()));
      case 1 -> rule.representation(pick(random, RepresentationKind.values())).readOnly(false);
      default -> rule.maxEntryBytes(1 + random.nextInt(Integer.MAX_VALUE));
    }
    if (random.nextInt(4) == 0) {
      rule.httpGet(random.nextBoolean()).attachments(random.nextBoolean());
    }
    if (random.nextInt(4) == 0) {
      rule.credentials("X-Badge", "x-" + random.nextInt(9));
    }
    switch (random.nextInt(3)) {
      case 0 -> rule.vary(some(random, () -> vary(random)).toArray(Vary[]::new)).shared(false);
      case 1 ->
          rule.ignore(some(random, () -> ignored(random)).toArray(IgnoredPart[]::new)).shared(true);
      default -> {
        // Neither.
      }
    }
  }

  private static Vary vary(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Vary.wsSecurityUser();
      case 1 -> Vary.httpHeader(text(random, "abXY-_~!#$%&'*+.^`|"));
      case 2 -> Vary.soapHeader(qualifiedName(random));
      default -> Vary.argument(text(random, NAME));
    };
  }

  private static IgnoredPart ignored(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> IgnoredPart.argument(text(random, NAME));
      case 2 -> IgnoredPart.httpHeader(pick(random, "X-Stamp", "accept-language", "Host"));
      case 1 -> IgnoredPart.soapHeader(qualifiedName(random));
      default ->
          IgnoredPart.element(
              "/"
                  + pick(random, "*", "**", "a")
                  + "/"
                  + qualifiedName(random)
                  + "/"
                  + text(random, NAME));
    };
  }

  private static Invalidation invalidation(Random random) {
    Invalidation invalidation = Invalidation.of(glob(random));
    for (int i = random.nextInt(3); i > 0; i--) {
      String own = pick(random, "true", "null", text(random, NAME));
      invalidation = invalidation.matching(own, random.nextBoolean() ? own : text(random, NAME));
    }
    return invalidation;
  }

  private static Duration duration(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Duration.ofSeconds(random.nextInt(100_000));
      case 1 -> Duration.ofMillis(random.nextInt(Integer.MAX_VALUE));
      default -> Duration.ofNanos(random.nextInt(Integer.MAX_VALUE));
    };
  }

  private static String glob(Random random) {
    return pick(random, "true", "~", "null", "12", "a:b", "- a", "x" + text(random, TEXT) + "x");
  }

  private static String qualifiedName(Random random) {
    String name = text(random, NAME);
    return random.nextBoolean() ? name : "{urn:" + name + "/ \"#\\'&*" + name + "}" + name;
  }

  private static String text(Random random, String characters) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  private static <T> List<T> some(Random random, Supplier<T> make) {
    return Stream.generate(make).limit(random.nextInt(4)).distinct().toList();
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }
}
