package io.castile.cli;

import io.castile.cache.observe.KnownReads;
import io.castile.cache.observe.internal.OperationWords;
import io.castile.cache.observe.internal.OperationWords.Effect;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.FirstSentence;
import io.castile.wsdl.outline.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

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
   * @param summary the first sentence of its documentation; empty for none
   * @param isRead whether something says that it only reads, and nothing that it does not; its
   *     answers may be good for one caller or one moment only
   * @param isSaid whether its name or its documentation says so: a binding of HTTP GET alone does
   *     not, as frameworks make one for each operation
   * @param reasons why, in the order of their weight; never empty
   */
  record Guess(
      Signature signature,
      String summary,
      Kind kind,
      boolean isRead,
      boolean isSaid,
      List<String> reasons) {
    /** Returns the more cautious one of two guesses, which reads only if both do. */
    private Guess and(Guess other) {
      int order = kind.compareTo(other.kind);
      Guess cautious = order < 0 || order == 0 && !other.isRead ? other : this;
      return new Guess(
          cautious.signature,
          cautious.summary,
          cautious.kind,
          isRead && other.isRead,
          isSaid && other.isSaid,
          cautious.reasons);
    }
  }

  /** Words of what is another thing for each caller, or at each moment. */
  private static final Set<String> PASSING =
      Set.of("random session token nonce now time clock next current new unread my".split(" "));

  private static final String READ = "read";
  private static final String CHANGE = "change";
  private static final Set<String> CALLER =
      Set.of("session", "sessionid", "password", "token", "user", "username", "userid", "passport");

  /** Verbs of documentation that read. */
  private static final String READING =
      "returns?|gets?|retrieves?|lists?|finds?|looks up|searche?s?|queries|query|reads?|fetch(?:es)?"
          + "|calculates?|computes?|counts?|checks?|describes?|shows?|provides?|liefert|ermittelt"
          + "|sucht|liest|zeigt|renvoie|retourne|obtient|recherche|devuelve|obtiene|busca|consulta"
          + "|restituisce|ottiene|cerca|retorna|geeft|haalt|zoekt";

  /** Verbs of documentation that change something. */
  private static final String CHANGING =
      "creates?|updates?|deletes?|adds|add|removes?|modifies|modify|sets|inserts?|submits?|sends?"
          + "|cancels?|saves?|registers?|charges?|books|reserves?|increments?|decrements?|marks"
          + "|locks|consumes?|acknowledges?|pays?|places|stores|transfers?|allocates?|assigns?"
          + "|generates?|issues|confirms?|refreshes|resets?|starts|triggers?|executes?|posts"
          + "|votes?|rates|dequeues?|pops|takes|issued|created|deleted|removed|charged|reserved";

  /** A documentation whose first verb is one of reading, where no other one is of changing. */
  private static final Pattern SAYS_READ =
      Pattern.compile(
          "\\W*(?:(?:this|the|an?|web|service|method|operation|function|call|simply|will|is|used"
              + "|to)\\W+)*(?:"
              + READING
              + ")\\b.*",
          Pattern.DOTALL);

  private static final Pattern SAYS =
      Pattern.compile("\\b(?:(" + READING + ")|(" + CHANGING + "))\\b");
  private static final Pattern SAYS_CHANGE = Pattern.compile("\\b(?:" + CHANGING + ")\\b");

  private Cacheability() {}

  /**
   * Returns a guess for each operation that SOAP can call, by its name. Where several have one
   * name, in several port types or overloaded, it is the most cautious one of all.
   */
  static Map<String, Guess> of(Description description) {
    Map<String, Guess> guesses = new LinkedHashMap<>();
    Map<String, Set<String>> changed = new LinkedHashMap<>();
    Set<String> byGet = new HashSet<>();
    for (Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        String name = each.operation().name();
        if (binding.protocol() == Protocol.HTTP_GET) {
          byGet.add(name);
        }
        OperationWords words = OperationWords.of(name);
        if (words.effect() == Effect.CHANGES) {
          changed.put(name, words.nouns());
        }
      }
    }
    Set<Operation> judged = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        Operation operation = each.operation();
        if (binding.protocol().isSoap() && judged.add(operation)) {
          Signature signature = Descriptions.outline(description).signature(each);
          guesses.merge(operation.name(), guess(operation, signature, byGet, changed), Guess::and);
        }
      }
    }
    return guesses;
  }

  /**
   * Returns what is known, and those operations that a description says to read only, by their
   * names and by the elements of their requests, which are what a gateway sees. Where the name says
   * that something is changed or used up, nothing else is believed.
   */
  static KnownReads reads(Description description, KnownReads before) {
    Map<String, Guess> guesses = of(description);
    KnownReads known = before;
    for (Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        Guess guess = guesses.get(each.operation().name());
        if (guess == null || !guess.isRead()) {
          continue;
        }
        String because = "the WSDL: " + guess.reasons().get(guess.reasons().size() - 1);
        known = known.and(each.operation().name(), because);
        OperationMessage input = each.operation().input();
        for (Part part : input == null ? List.<Part>of() : input.message().parts()) {
          QName element = part.element();
          known = element == null ? known : known.and(element.toString(), because);
        }
      }
    }
    return known;
  }

  private static Guess guess(
      Operation operation,
      Signature signature,
      Set<String> byGet,
      Map<String, Set<String>> changed) {
    OperationWords words = OperationWords.of(operation.name());
    boolean hasVerb = words.verb().isPresent();
    List<String> reasons = new ArrayList<>();
    String documented = documented(operation.documentation());
    String summary = FirstSentence.of(operation.documentation());
    boolean isChange = words.effect() == Effect.CHANGES;
    if (isChange) {
      reasons.add(words.reason());
    } else if (operation.isOneWay() || signature.results().isEmpty()) {
      reasons.add("nothing comes back");
      isChange = true;
    } else if (!hasVerb && documented.equals(CHANGE)) {
      reasons.add("its documentation says that it changes something");
      isChange = true;
    }
    if (isChange) {
      return new Guess(signature, summary, Kind.CHANGES, false, false, reasons);
    }
    boolean isSaid = words.effect() == Effect.READS;
    if (isSaid) {
      reasons.add(words.reason());
    }
    boolean isGet = byGet.contains(operation.name());
    if (isGet) {
      reasons.add("HTTP GET can call it, which is for what changes nothing");
    }
    if (documented.equals(READ)) {
      reasons.add("its documentation says that it reads");
      isSaid = true;
    }
    boolean isRead = isSaid || isGet;
    List<String> doubts = doubts(words, signature, changed);
    boolean isDoubted = hasVerb && words.effect() == Effect.UNCERTAIN;
    if (isDoubted) {
      doubts.add(0, words.reason());
    } else if (!isRead) {
      doubts.add(0, "nothing says that it only reads");
    }
    if (doubts.isEmpty()) {
      return new Guess(signature, summary, Kind.READS, true, isSaid, reasons);
    }
    doubts.addAll(reasons);
    return new Guess(
        signature, summary, Kind.UNCERTAIN, isRead && !isDoubted, isSaid && !isDoubted, doubts);
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

  /**
   * What the documentation says that is done: one word for reading, where it says that first and
   * says nothing of changing, or for changing, where it says that first; or none.
   */
  private static String documented(String documentation) {
    String text = documentation.toLowerCase(Locale.ROOT);
    if (SAYS_READ.matcher(text).matches() && !SAYS_CHANGE.matcher(text).find()) {
      return READ;
    }
    Matcher says = SAYS.matcher(text);
    return says.find() && says.group(1) == null ? CHANGE : "";
  }
}
