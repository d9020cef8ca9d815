package io.castile.cli;

import io.castile.cache.observe.OperationWords;
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

  /** Words of what is another thing for each caller, or at each moment. */
  private static final Set<String> PASSING =
      Set.of("random session token nonce now time clock next current new unread my".split(" "));

  private static final String READ = "read";
  private static final String CHANGE = "change";
  private static final Set<String> CALLER =
      Set.of("session", "sessionid", "password", "token", "user", "username", "userid", "passport");
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
        OperationWords words = OperationWords.of(name);
        if (words.isChange()) {
          changed.put(name, words.nouns());
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
    OperationWords words = OperationWords.of(operation.name());
    String verb = words.verb().orElse(null);
    List<String> reasons = new ArrayList<>();
    String documented = documented(operation.documentation());
    boolean isChange = words.isChange();
    if (isChange) {
      reasons.add("its name says that it changes something ('" + verb + "')");
    } else if (operation.isOneWay() || signature.results().isEmpty()) {
      reasons.add("nothing comes back");
      isChange = true;
    } else if (verb == null && documented.equals(CHANGE)) {
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
    if (documented.equals(READ)) {
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
      OperationWords words, Signature signature, Map<String, Set<String>> changed) {
    List<String> doubts = new ArrayList<>();
    Set<String> nouns = words.nouns();
    changed.forEach(
        (name, others) -> {
          if (!nouns.isEmpty() && others.containsAll(nouns) && doubts.isEmpty()) {
            doubts.add(name + " changes what it reads, at least for its caller");
          }
        });
    words.all().stream()
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

  /** What the documentation says first that is done: one word for reading or changing; or none. */
  private static String documented(String documentation) {
    Matcher says = SAYS.matcher(documentation.toLowerCase(Locale.ROOT));
    if (!says.find()) {
      return "";
    }
    return says.group(1) == null ? CHANGE : READ;
  }
}
