package io.castile.wsdl.outline;

import java.text.BreakIterator;
import java.util.Locale;

/** The first sentence of a documentation, for a line of text. */
public final class FirstSentence {
  /** The most characters of a sentence; a longer one is cut. */
  public static final int MAX_LENGTH = 200;

  private FirstSentence() {}

  /**
   * Returns the first sentence.
   *
   * @param documentation what an author says of something; may be empty
   * @return on one line; empty where there is none
   */
  public static String of(String documentation) {
    String text = documentation.strip().replaceAll("\\s+", " ");
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
    sentences.setText(text);
    int end = sentences.next();
    String first = end == BreakIterator.DONE ? text : text.substring(0, end).strip();
    return first.length() <= MAX_LENGTH ? first : first.substring(0, MAX_LENGTH - 1) + "…";
  }
}
