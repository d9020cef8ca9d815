package io.castile.cache.observe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words in the name of an operation, and what they say that it does: a guess, as names are all
 * that it goes by. Immutable and thread-safe.
 */
public final class OperationWords {
  private static final Set<String> READING =
      Set.of(
          ("get list find search query read fetch lookup look retrieve describe show count check"
                  + " validate verify convert calculate compute translate suggest suggestion resolve"
                  + " browse compare is has")
              .split(" "));
  private static final Set<String> CHANGING =
      Set.of(
          ("create update delete add remove clear modify set put insert change cancel submit send"
                  + " post save store register unregister book order buy pay place start stop upload"
                  + " login logout log process execute reset upsert merge assign transfer import"
                  + " release open close reserve confirm notify subscribe unsubscribe publish attach"
                  + " detach revoke grant enable disable edit replace write drop purge move rename"
                  + " renew lock unlock approve reject invoke initialize async")
              .split(" "));
  private static final Set<String> EMPTY = Set.of("do", "op", "request", "operation", "ws");
  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+");

  private final List<String> words;

  private OperationWords(List<String> words) {
    this.words = List.copyOf(words);
  }

  /** Returns the words of a local name: {@code doGetPrice} has "get" and "price". */
  public static OperationWords of(String name) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(name); word.find(); ) {
      String lower = word.group().toLowerCase(Locale.ROOT);
      if (!EMPTY.contains(lower)) {
        words.add(lower);
      }
    }
    return new OperationWords(words);
  }

  /** Returns the words, in lower case, without those that say nothing. */
  public List<String> all() {
    return words;
  }

  /** Returns the first word that says what is done; empty for none. */
  public Optional<String> verb() {
    return words.stream()
        .filter(word -> READING.contains(word) || CHANGING.contains(word))
        .findFirst();
  }

  /** Whether the first word that says what is done says that something is changed. */
  public boolean isChange() {
    return verb().filter(CHANGING::contains).isPresent();
  }

  /** Returns what it is done to, in the singular. */
  public Set<String> nouns() {
    Set<String> nouns = new HashSet<>();
    for (String word : words) {
      if (!READING.contains(word) && !CHANGING.contains(word)) {
        nouns.add(word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
      }
    }
    return nouns;
  }
}
