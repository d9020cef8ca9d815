package io.castile.cache.request;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The values of the elements of one name in a canonical body ({@link CanonicalBody}), to tell keys
 * apart of whose operation nothing is known but messages.
 */
public final class ElementValues {
  private static final int MOST_VALUES = 1_000;
  private static final int MOST_DIGITS = 40;

  private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)");

  /** The types of which another text may be the same value: another zone, another unit. */
  private static final Pattern TIME =
      Pattern.compile(
          "-?(P.*|-+\\d\\d.*|\\d{4,}(-\\d\\d)*([Z+-].*)?|\\d{4,}-\\d\\d-\\d\\dT.*|\\d\\d:\\d\\d.*)");

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

  /** A truth value, or a number with an exponent or none: another text may be the same value. */
  private static final Pattern OTHER =
      Pattern.compile("true|false|[01]|[+-]?INF|NaN|[+-]?[\\d.]+[eE][+-]?\\d+");

  private static final Pattern QUALIFIED =
      Pattern.compile("[\\p{L}_][\\p{L}\\d._-]*:(?<local>[\\p{L}_][\\p{L}\\d._-]*)");

  private final byte[] form;
  private final String name;
  private final Set<String> values = new HashSet<>();
  private boolean isUnknown;
  private int at;

  private ElementValues(byte[] form, String name) {
    this.form = form;
    this.name = name;
  }

  /** Returns the canonical body of which a key is made; null for a key of something else. */
  public static byte @Nullable [] body(CacheKey key) {
    return key.kind() == KeyKind.XML_MESSAGE
            && key instanceof ContentKey content
            && content.content() instanceof Bytes bytes
        ? bytes.toArray()
        : null;
  }

  /**
   * Whether an element of one body may have the value of an element of another. They have not where
   * both bodies have such elements, each with nothing but text, and no two of these are the same.
   *
   * @param name the local name of the element in the one
   * @param otherName that in the other
   */
  public static boolean mayShare(byte[] body, String name, byte[] other, String otherName) {
    Set<String> own = of(body, name);
    Set<String> others = own == null ? null : of(other, otherName);
    if (own == null || others == null) {
      return true;
    }
    return own.stream().anyMatch(one -> others.stream().anyMatch(each -> mayBeSame(one, each)));
  }

  /** The texts of the elements; null where there are none, or one has another value than a text. */
  private static @Nullable Set<String> of(byte[] form, String name) {
    ElementValues found = new ElementValues(form, name);
    found.read();
    return found.isUnknown || found.values.isEmpty() ? null : found.values;
  }

  private void read() {
    while (at < form.length && !isUnknown) {
      if (form[at++] == CanonicalBody.START) {
        run();
        at++;
        if (run().equals(name)) {
          value();
        }
      } else {
        run();
      }
    }
  }

  /** The value of the element whose start has been read. */
  private void value() {
    StringBuilder text = new StringBuilder();
    while (at < form.length && form[at] != CanonicalBody.END) {
      int token = form[at++];
      String first = run();
      if (token == CanonicalBody.TEXT) {
        text.append(first);
      } else if (token == CanonicalBody.START
          || (token == CanonicalBody.ATTRIBUTE && !isType(first))) {
        isUnknown = true; // a structure, nil, or a reference to what is elsewhere
        return;
      } else if (token == CanonicalBody.BINDING) {
        at++;
        run();
      }
    }
    String value = text.toString().strip();
    values.add(value);
    isUnknown = value.isEmpty() || values.size() > MOST_VALUES;
  }

  /** Whether the attribute whose namespace has been read says the type; reads it to its end. */
  private boolean isType(String uri) {
    at++;
    String local = run();
    at++;
    run(); // the value, or its namespace
    if (at < form.length && form[at] == CanonicalBody.LOCAL) {
      at++;
      run();
    }
    return uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI) && local.equals("type");
  }

  /** Whether two texts may be the same value of some simple type. */
  static boolean mayBeSame(String one, String other) {
    if (one.equalsIgnoreCase(other)) {
      return true;
    }
    if (isNumber(one) && isNumber(other)) {
      return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
    }
    if (DATE.matcher(one).matches() && DATE.matcher(other).matches()) {
      return false;
    }
    return isOther(one, other)
        || (isTime(one) && isTime(other))
        || haveOneLocalName(one, other)
        || hasSpace(one)
        || hasSpace(other);
  }

  private static boolean isNumber(String text) {
    return text.length() <= MOST_DIGITS && NUMBER.matcher(text).matches();
  }

  private static boolean isTime(String text) {
    return TIME.matcher(text).matches();
  }

  /** Whether both are numbers or truth values, but not both in plain digits. */
  private static boolean isOther(String one, String other) {
    return (isNumber(one) || OTHER.matcher(one).matches())
        && (isNumber(other) || OTHER.matcher(other).matches());
  }

  /** Prefixes may stand for one namespace. */
  private static boolean haveOneLocalName(String one, String other) {
    Matcher name = QUALIFIED.matcher(one);
    Matcher otherName = QUALIFIED.matcher(other);
    return name.matches()
        && otherName.matches()
        && name.group("local").equals(otherName.group("local"));
  }

  /** White space may be collapsed, or between the bytes of Base64. */
  private static boolean hasSpace(String text) {
    return text.chars().anyMatch(Character::isWhitespace);
  }

  /** The characters up to the next control character of the form. */
  private String run() {
    int start = Math.min(at, form.length);
    while (at < form.length && !isControl(form[at])) {
      at++;
    }
    return new String(form, start, Math.min(at, form.length) - start, StandardCharsets.UTF_8);
  }

  private static boolean isControl(byte b) {
    return b >= CanonicalBody.START && b <= CanonicalBody.BINDING;
  }
}
