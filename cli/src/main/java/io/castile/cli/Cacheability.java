package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.model.Binding;
import io.castile.wsdl.model.BindingOperation;
import io.castile.wsdl.model.Operation;
import io.castile.wsdl.model.Protocol;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.Signature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Guesses by names, types and documentation which operations of a description only read, so that
 * their answers can be cached (Takase and Tatsubori, Table 1, for any service).
 */
final class Cacheability {
  /** What an operation seems to do. */
  enum Kind {
    /** It only reads. */
    READS,
    /** It may, or its answers may be good for one caller or one moment only. */
    UNCERTAIN,
    /** It changes something. */
    CHANGES
  }

  /**
   * A guess.
   *
   * @param signature of the operation
   * @param reasons why, in the order of their weight; never empty
   */
  record Guess(Signature signature, Kind kind, List<String> reasons) {}

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

  /** Words of what is another thing for each caller, or at each moment. */
  private static final Set<String> PASSING =
      Set.of("random session token nonce now time clock next current new unread my".split(" "));

  private static final Set<String> EMPTY = Set.of("do", "op", "request", "operation", "ws");
  private static final Set<String> CALLER =
      Set.of("session", "sessionid", "password", "token", "user", "username", "userid", "passport");
  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+");
  private static final Pattern SAYS =
      Pattern.compile(
          "\\b(?:(returns?|gets?|retrieves?|lists?|finds?|searche?s?|queries|query|reads?)"
              + "|(creates?|updates?|deletes?|adds?|removes?|modifies|sets?|inserts?|submits?"
              + "|sends?|cancels?|saves?|registers?))\\b");

  private Cacheability() {}

  /** Returns a guess for each operation that SOAP can call, by its name. */
  static Map<String, Guess> of(Description description) {
    Map<String, Guess> guesses = new LinkedHashMap<>();
    Map<String, Set<String>> changed = new LinkedHashMap<>();
    Set<String> byGet = new HashSet<>();
    for (Binding binding : description.bindings()) {
      for (BindingOperation each : binding.operations()) {
        String name = each.operation().name();
        if (binding.protocol() == Protocol.HTTP_GET) {
          byGet.add(name);
        }
        if (isChange(name)) {
          changed.put(name, nouns(words(name)));
        }
      }
    }
    for (Binding binding : description.bindings()) {
      for (BindingOperation each : binding.operations()) {
        if (binding.protocol().isSoap()) {
          guesses.computeIfAbsent(
              each.operation().name(),
              name ->
                  guess(each.operation(), description.outline().signature(each), byGet, changed));
        }
      }
    }
    return guesses;
  }

  private static Guess guess(
      Operation operation,
      Signature signature,
      Set<String> byGet,
      Map<String, Set<String>> changed) {
    List<String> words = words(operation.name());
    String verb = verb(words);
    List<String> reasons = new ArrayList<>();
    String documented = documented(operation.documentation());
    boolean isChange = verb != null && CHANGING.contains(verb);
    if (isChange) {
      reasons.add("its name says that it changes something ('" + verb + "')");
    } else if (operation.isOneWay() || signature.results().isEmpty()) {
      reasons.add("nothing comes back");
      isChange = true;
    } else if (verb == null && CHANGING.contains(documented)) {
      reasons.add("its documentation says that it changes something");
      isChange = true;
    }
    if (isChange) {
      return new Guess(signature, Kind.CHANGES, reasons);
    }
    boolean isRead = verb != null;
    if (isRead) {
      reasons.add("its name says that it reads ('" + verb + "')");
    }
    if (byGet.contains(operation.name())) {
      reasons.add("HTTP GET can call it, which is for what changes nothing");
      isRead = true;
    }
    if (READING.contains(documented)) {
      reasons.add("its documentation says that it reads");
      isRead = true;
    }
    List<String> doubts = doubts(words, signature, changed);
    if (!isRead) {
      doubts.add(0, "nothing says that it only reads");
    }
    if (doubts.isEmpty()) {
      return new Guess(signature, Kind.READS, reasons);
    }
    doubts.addAll(reasons);
    return new Guess(signature, Kind.UNCERTAIN, doubts);
  }

  private static List<String> doubts(
      List<String> words, Signature signature, Map<String, Set<String>> changed) {
    List<String> doubts = new ArrayList<>();
    Set<String> nouns = nouns(words);
    changed.forEach(
        (name, others) -> {
          if (!nouns.isEmpty() && others.containsAll(nouns) && doubts.isEmpty()) {
            doubts.add(name + " changes what it reads, at least for its caller");
          }
        });
    words.stream()
        .filter(PASSING::contains)
        .findFirst()
        .ifPresent(word -> doubts.add("'" + word + "' may be another one at each call"));
    List<Field> given = new ArrayList<>(signature.parameters());
    given.addAll(signature.headers());
    for (Field field : given) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (CALLER.contains(name)) {
        doubts.add("its answer may be for one caller only (" + field.name() + ")");
        break;
      }
    }
    return doubts;
  }

  private static boolean isChange(String name) {
    String verb = verb(words(name));
    return verb != null && CHANGING.contains(verb);
  }

  /** The first word that says what is done; null for none. */
  private static @Nullable String verb(List<String> words) {
    for (String word : words) {
      if (READING.contains(word) || CHANGING.contains(word)) {
        return word;
      }
    }
    return null;
  }

  private static Set<String> nouns(List<String> words) {
    Set<String> nouns = new HashSet<>();
    for (String word : words) {
      if (!READING.contains(word) && !CHANGING.contains(word)) {
        nouns.add(word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
      }
    }
    return nouns;
  }

  private static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(name); word.find(); ) {
      String lower = word.group().toLowerCase(Locale.ROOT);
      if (!EMPTY.contains(lower)) {
        words.add(lower);
      }
    }
    return words;
  }

  /** What the documentation says first that is done: one word for reading or changing; or none. */
  private static String documented(String documentation) {
    Matcher says = SAYS.matcher(documentation.toLowerCase(Locale.ROOT));
    if (!says.find()) {
      return "";
    }
    return says.group(1) == null ? "change" : "read";
  }
}
