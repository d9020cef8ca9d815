package io.castile.cache.request;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Prints the request in a key for people: its canonical body as elements without namespaces. */
public final class QuestionText {
  private final byte[] form;
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder names = new StringBuilder(); // of open elements, each behind a slash
  private int at;

  /** Whether the start tag of the last element still waits for its end. */
  private boolean isTagOpen;

  private QuestionText(byte[] form) {
    this.form = form;
  }

  /**
   * Returns the text of a key that is made of a message; empty for other keys.
   *
   * @param mostBytes of the canonical body are read; what is behind them is left out
   */
  public static String of(CacheKey key, int mostBytes) {
    if (key.kind() != KeyKind.XML_MESSAGE
        || !(key instanceof ContentKey content)
        || !(content.content() instanceof Bytes bytes)) {
      return "";
    }
    byte[] form = bytes.toArray();
    return new QuestionText(form.length <= mostBytes ? form : Arrays.copyOf(form, mostBytes))
        .read();
  }

  private String read() {
    while (at < form.length) {
      switch (form[at++]) {
        case CanonicalBody.START -> start();
        case CanonicalBody.ATTRIBUTE -> attribute();
        case CanonicalBody.TEXT -> text();
        case CanonicalBody.END -> end();
        case CanonicalBody.BINDING -> binding();
        case CanonicalBody.MARKUP, CanonicalBody.SOURCE -> run();
        case CanonicalBody.FRAME -> at = form.length; // what follows is not of the body
        default -> throw new IllegalStateException("expected a token at byte " + (at - 1));
      }
    }
    closeTag();
    return out.toString();
  }

  private void start() {
    closeTag();
    run(); // the namespace
    at++;
    String name = run();
    names.append('/').append(name);
    out.append('<').append(name);
    isTagOpen = true;
  }

  private void attribute() {
    run();
    at++;
    String name = run();
    at++;
    out.append(' ').append(name).append("=\"").append(run()).append('"');
  }

  private void text() {
    closeTag();
    out.append(run());
  }

  private void end() {
    closeTag();
    int slash = names.lastIndexOf("/");
    out.append("</").append(names, slash + 1, names.length()).append('>');
    names.setLength(slash);
  }

  private void binding() {
    run();
    at++;
    run();
  }

  private void closeTag() {
    if (isTagOpen) {
      out.append('>');
      isTagOpen = false;
    }
  }

  /** The characters up to the next control character of the form. */
  private String run() {
    int start = Math.min(at, form.length);
    while (at < form.length && !isControl(form[at])) {
      at++;
    }
    return new String(
        form, start, Math.max(0, Math.min(at, form.length) - start), StandardCharsets.UTF_8);
  }

  private static boolean isControl(byte b) {
    return (b >= CanonicalBody.START && b <= CanonicalBody.MARKUP)
        || b == CanonicalBody.SOURCE
        || b == CanonicalBody.FRAME;
  }
}
