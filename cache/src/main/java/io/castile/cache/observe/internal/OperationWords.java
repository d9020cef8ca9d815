package io.castile.cache.observe.internal;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words in the name of an operation, and the effect that they suggest. A name says that an
 * operation reads if its verb is known to read, in one of several languages, and no other word of
 * it may be one that changes something or uses something up. Immutable and thread-safe.
 */
public final class OperationWords {
  /** The effect that the name of an operation suggests. */
  public enum Effect {
    /** The operation reads, and does nothing else. */
    READS,
    /** The name does not say, or says two things. */
    UNCERTAIN,
    /** The operation changes data. */
    CHANGES
  }

  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+");
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern PREFIX = Pattern.compile("(?i)(ns|tns|urn|n|m|q|z|y)\\d*");
  private static final Pattern INTERFACE =
      Pattern.compile(
          "(?i).*(service|svc|port|porttype|api|ws|facade|bean|controller|soap|interface|manager"
              + "|impl|provider)\\d*");
  private static final Pattern INFINITIVE = Pattern.compile("\\p{L}{2,}(ar|er|ir|re)");
  private static final Set<String> COUNTED = Set.of("of", "by", "all");

  private final List<String> words;
  private final Effect effect;
  private final String reason;

  private OperationWords(List<String> words) {
    this.words = List.copyOf(words);
    String reading = words.isEmpty() ? null : reading();
    String doubt = reading == null ? null : doubt();
    String changing = reading == null ? changing() : null;
    if (reading != null && doubt == null) {
      effect = Effect.READS;
      reason = "its name says that it reads ('" + reading + "')";
    } else if (reading != null) {
      effect = Effect.UNCERTAIN;
      reason =
          "its name says that it reads ('"
              + reading
              + "'), and '"
              + doubt
              + "' may change something or use something up";
    } else if (changing != null) {
      effect = Effect.CHANGES;
      reason = "its name says that it changes something ('" + changing + "')";
    } else {
      effect = Effect.UNCERTAIN;
      reason = "its name does not say that it only reads";
    }
  }

  /** Returns the words of a local name: {@code doGetPriceRequest} has "get" and "price". */
  public static OperationWords of(String name) {
    List<List<String>> segments = new ArrayList<>();
    for (String segment : BETWEEN.split(folded(name))) {
      List<String> found = new ArrayList<>();
      for (Matcher word = WORD.matcher(segment); word.find(); ) {
        found.add(word.group());
      }
      if (!found.isEmpty()) {
        segments.add(found);
      }
    }
    dropPrefixes(segments);
    List<String> words = new ArrayList<>();
    segments.forEach(words::addAll);
    return new OperationWords(withoutFillers(words));
  }

  /** Without accents, and with the letters of a few languages as ASCII. */
  private static String folded(String name) {
    String plain =
        name.replace("ß", "ss")
            .replace("ø", "o")
            .replace("Ø", "O")
            .replace("æ", "ae")
            .replace("Æ", "Ae")
            .replace("ł", "l")
            .replace("Ł", "L")
            .replace("ı", "i");
    return MARKS.matcher(Normalizer.normalize(plain, Normalizer.Form.NFD)).replaceAll("");
  }

  /** Drops segments that name a namespace, an interface or a system. */
  private static void dropPrefixes(List<List<String>> segments) {
    while (segments.size() > 1 && isPrefix(segments)) {
      segments.remove(0);
    }
  }

  private static boolean isPrefix(List<List<String>> segments) {
    String text = String.join("", segments.get(0));
    String first = lower(segments.get(0).get(0));
    if (isVerb(first)) {
      return false;
    }
    boolean isCapital = text.equals(text.toUpperCase(Locale.ROOT));
    boolean isMixed =
        segments.stream().flatMap(List::stream).anyMatch(word -> !word.equals(upper(word)));
    return PREFIX.matcher(text).matches()
        || INTERFACE.matcher(text).matches()
        || VerbLists.LEADING.contains(first)
        || (isCapital && (isMixed || text.startsWith("Z") || text.startsWith("Y")));
  }

  private static List<String> withoutFillers(List<String> found) {
    int start = 0;
    int end = found.size();
    while (start < end && isFiller(found, start)) {
      start++;
    }
    while (end > start + 1 && isTrailing(lower(found.get(end - 1)))) {
      end--;
    }
    return found.subList(start, end).stream().map(OperationWords::lower).toList();
  }

  /** Whether a word at the start says nothing: a filler, or capitals before a reading verb. */
  private static boolean isFiller(List<String> found, int at) {
    String word = found.get(at);
    String lower = lower(word);
    if (VerbLists.LEADING.contains(lower) || Character.isDigit(word.charAt(0))) {
      return true;
    }
    return word.length() > 1
        && word.equals(upper(word))
        && !isVerb(lower)
        && at + 1 < found.size()
        && VerbLists.READING.contains(lower(found.get(at + 1)));
  }

  private static boolean isTrailing(String word) {
    return VerbLists.TRAILING.contains(word) || Character.isDigit(word.charAt(0));
  }

  private static boolean isVerb(String word) {
    return isReading(word) || VerbLists.CHANGING.contains(word);
  }

  private static boolean isReading(String word) {
    return VerbLists.READING.contains(word)
        || VerbLists.SEPARABLE.contains(word)
        || VerbLists.PREDICATES.contains(word)
        || VerbLists.READING_SOME.containsKey(word);
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  // ---- what it says ----

  /** The word that says that it reads; null for none. */
  private @Nullable String reading() {
    String first = words.get(0);
    if (isReading(first)) {
      return first;
    }
    String last = words.get(words.size() - 1);
    if (words.size() > 1 && VerbLists.READING_LAST.contains(last)) {
      boolean isOther =
          words.subList(0, words.size() - 1).stream()
              .anyMatch(
                  word ->
                      VerbLists.CHANGING.contains(word)
                          || (VerbLists.ROMANCE_LAST.contains(last)
                              && INFINITIVE.matcher(word).matches()));
      return isOther ? null : last;
    }
    if (words.size() == 1) {
      return VerbLists.RUN_TOGETHER.stream()
          .filter(verb -> first.startsWith(verb) && isObject(first.substring(verb.length())))
          .findFirst()
          .orElse(null);
    }
    return null;
  }

  private static boolean isObject(String rest) {
    return rest.length() > 2
        && !rest.startsWith("and")
        && VerbLists.FIRM.stream().noneMatch(verb -> verb.length() > 2 && rest.contains(verb))
        && VerbLists.CONSUMED.stream().noneMatch(rest::startsWith)
        && VerbLists.TAKEN.stream().noneMatch(rest::startsWith)
        && !rest.contains("and");
  }

  /** The first verb, if it says that something is changed; else null. */
  private @Nullable String changing() {
    return words.stream()
        .filter(OperationWords::isVerb)
        .findFirst()
        .filter(VerbLists.CHANGING::contains)
        .orElse(null);
  }

  /** The word of a name with a reading verb that may say something else; null for none. */
  private @Nullable String doubt() {
    String verb = words.get(0);
    if (!isReading(verb)) {
      return signIn(words, false); // it is the last word that reads
    }
    List<String> rest = words.subList(1, words.size());
    String other = otherVerb(verb, rest);
    return other != null ? other : signIn(rest, true);
  }

  /** What makes of a reading verb another one; null for nothing. */
  private static @Nullable String otherVerb(String verb, List<String> rest) {
    String last = rest.isEmpty() ? "" : rest.get(rest.size() - 1);
    String next = rest.isEmpty() ? "" : rest.get(0);
    Set<String> objects = VerbLists.READING_SOME.get(verb);
    if (objects != null && rest.stream().noneMatch(objects::contains)) {
      return verb;
    }
    if (VerbLists.SEPARABLE.contains(verb)) {
      boolean isParticle = VerbLists.PARTICLES.contains(last);
      boolean isKnown = VerbLists.WITH_PARTICLE.contains(verb + " " + last);
      boolean needs = VerbLists.NEED_PARTICLE.contains(verb);
      return isKnown ? null : isParticle ? last : needs ? verb : null;
    }
    return switch (verb) {
      case "look" -> VerbLists.WITH_PARTICLE.contains(verb + " " + next) ? null : verb;
      case "check" ->
          Set.of("in", "out", "off", "up").contains(next)
              ? next
              : VerbLists.STAMPED.contains(last) ? last : null;
      case "list" -> rest.contains("for") && VerbLists.OFFERED.contains(last) ? last : null;
      case "show", "display" -> VerbLists.SHOWN.contains(last) ? last : null;
      case "count" ->
          rest.isEmpty() || rest.stream().anyMatch(w -> w.endsWith("s") || COUNTED.contains(w))
              ? null
              : verb;
      default -> Set.of("out", "off", "down", "away").contains(next) ? next : null;
    };
  }

  /**
   * A word that may say that something is changed, or used up; null for none.
   *
   * @param isBehindVerb whether the words stand behind a reading verb
   */
  private @Nullable String signIn(List<String> rest, boolean isBehindVerb) {
    boolean isPredicate = isBehindVerb && VerbLists.PREDICATES.contains(words.get(0));
    for (int i = 0; i < rest.size(); i++) {
      String word = rest.get(i);
      String next = i + 1 < rest.size() ? rest.get(i + 1) : "";
      boolean isFirst = isBehindVerb && i == 0;
      if (VerbLists.AND.contains(word) && isFirst && !isReading(next)) {
        return next.isEmpty() ? word : next;
      }
      if ((VerbLists.AND.contains(word) && VerbLists.CHANGING.contains(next))
          || (VerbLists.MAYBE_AND.contains(word) && VerbLists.FIRM.contains(next))) {
        return next;
      }
      if (VerbLists.CONSUMED.contains(word) || (isFirst && VerbLists.TAKEN.contains(word))) {
        return word;
      }
      if (VerbLists.FIRM.contains(word) && !isPredicate) {
        return word;
      }
    }
    return "compare".equals(words.get(0)) && rest.contains("exchange") ? "exchange" : null;
  }

  /** Returns the effect that the name suggests. */
  public Effect effect() {
    return effect;
  }

  /** Returns the reason for the effect, in words. */
  public String reason() {
    return reason;
  }

  // ---- the words ----

  /** Returns the words, in lower case, without those that say nothing. */
  public List<String> all() {
    return words;
  }

  /** Returns the first word that names an action; empty for none. */
  public Optional<String> verb() {
    return words.stream().filter(OperationWords::isVerb).findFirst();
  }

  /** Returns the objects of the action, in the singular. */
  public Set<String> nouns() {
    Set<String> nouns = new HashSet<>();
    for (String word : words) {
      if (!isVerb(word)) {
        nouns.add(word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
      }
    }
    return nouns;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OperationWords operation && operation.words.equals(words);
  }

  @Override
  public int hashCode() {
    return Objects.hash(words);
  }
}
