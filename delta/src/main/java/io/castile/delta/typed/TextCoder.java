package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.ColumnKind;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.DeltaException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Strings, and what has a text. Texts that come again and again are told once. Differences: how
 * many characters are kept at the beginning and at the end, and those between.
 */
final class TextCoder extends ColumnCoder {
  /** So many texts are looked at, */
  private static final int SAMPLES = 32;

  /** and if more of them are different, each is told. */
  private static final int MAX_DIFFERENT = 16;

  private final boolean isString;

  TextCoder(Column column) {
    super(column);
    this.isString = column.kind() == ColumnKind.STRING;
  }

  private String text(Object value) throws NotTypedException {
    return isString ? (String) column.canonical(value) : column.textOf(value);
  }

  private Object value(String text) throws NotTypedException {
    return isString ? column.canonical(text) : column.keptOf(text);
  }

  // ---- writing ----

  @Override
  void write(Object array, int[] rows, int count, TypedOutput out) throws NotTypedException {
    int[] present = out.present(array, rows, count);
    Object[] values = (Object[]) array;
    int size = present.length;
    String[] texts = new String[size];
    for (int i = 0; i < size; i++) {
      texts[i] = text(values[present[i]]);
    }
    boolean isRepeated = isRepeated(texts, size);
    out.bits.bit(isRepeated);
    if (isRepeated) {
      writeRepeated(texts, size, out);
    } else {
      append(texts, size, out);
    }
  }

  private static boolean isRepeated(String[] texts, int count) {
    if (count < SAMPLES) {
      return false;
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < SAMPLES && seen.size() <= MAX_DIFFERENT; i++) {
      seen.add(texts[(int) ((long) i * count / SAMPLES)]);
    }
    return seen.size() <= MAX_DIFFERENT;
  }

  private static void writeRepeated(String[] texts, int count, TypedOutput out)
      throws NotTypedException {
    Map<String, Integer> known = new HashMap<>();
    String[] different = new String[count];
    long[] codes = new long[count];
    for (int i = 0; i < count; i++) {
      Integer code = known.putIfAbsent(texts[i], known.size());
      if (code == null) {
        codes[i] = known.size() - 1L;
        different[known.size() - 1] = texts[i];
      } else {
        codes[i] = code;
      }
    }
    out.bits.golomb(known.size(), TypedFormat.COUNT_ORDER);
    out.column(codes, count);
    append(different, known.size(), out);
  }

  private static void append(String[] texts, int count, TypedOutput out) throws NotTypedException {
    long[] lengths = out.scratch(count);
    long all = 0;
    for (int i = 0; i < count; i++) {
      lengths[i] = texts[i].length();
      all += lengths[i];
    }
    out.reserveTexts(all);
    for (int i = 0; i < count; i++) {
      out.text(texts[i], 0, texts[i].length());
    }
    out.column(lengths, count);
  }

  @Override
  void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out)
      throws NotTypedException {
    boolean hasNulls = out.nulls(array, rows, count);
    Object[] before = (Object[]) base;
    Object[] values = (Object[]) array;
    long[] prefixes = new long[count];
    long[] suffixes = new long[count];
    long[] lengths = new long[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && values[rows[i]] == null) {
        continue;
      }
      String now = text(values[rows[i]]);
      Object kept = before[sources[i]];
      String old = kept == null ? "" : isString ? (String) kept : column.textOf(kept);
      int prefix = prefix(old, now);
      int suffix = suffix(old, now, prefix);
      prefixes[size] = prefix;
      suffixes[size] = suffix;
      lengths[size++] = now.length() - prefix - suffix;
      out.text(now, prefix, now.length() - suffix);
    }
    out.column(prefixes, size);
    out.column(suffixes, size);
    out.column(lengths, size);
  }

  private static int prefix(String old, String now) {
    int most = Math.min(old.length(), now.length());
    int length = 0;
    while (length < most && old.charAt(length) == now.charAt(length)) {
      length++;
    }
    // Of a pair of surrogates both go along, as each by itself is no character.
    return length > 0 && Character.isHighSurrogate(now.charAt(length - 1)) ? length - 1 : length;
  }

  private static int suffix(String old, String now, int prefix) {
    int most = Math.min(old.length(), now.length()) - prefix;
    int length = 0;
    while (length < most
        && old.charAt(old.length() - 1 - length) == now.charAt(now.length() - 1 - length)) {
      length++;
    }
    return length > 0 && Character.isLowSurrogate(now.charAt(now.length() - length))
        ? length - 1
        : length;
  }

  // ---- reading ----

  @Override
  void read(Object array, int[] rows, int count, TypedInput in)
      throws DeltaException, NotTypedException {
    int[] present = in.present(array, rows, count);
    Object[] read = in.bits.bit() ? repeated(present.length, in) : values(present.length, in);
    Object[] values = (Object[]) array;
    for (int i = 0; i < present.length; i++) {
      values[present[i]] = read[i];
    }
  }

  private Object[] values(int count, TypedInput in) throws DeltaException, NotTypedException {
    long[] lengths = in.lengths(count);
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = value(in.text(lengths[i]));
    }
    return values;
  }

  private Object[] repeated(int count, TypedInput in) throws DeltaException, NotTypedException {
    int different = in.bits.count(TypedFormat.COUNT_ORDER, count, "texts");
    long[] codes = in.column(count);
    Object[] known = values(different, in);
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      if (codes[i] < 0 || codes[i] >= different) {
        throw new DeltaException("expected a code below " + different + ", found " + codes[i]);
      }
      values[i] = known[(int) codes[i]];
    }
    return values;
  }

  @Override
  void readChanges(Object array, int[] rows, int count, TypedInput in)
      throws DeltaException, NotTypedException {
    int[] present = in.present(array, rows, count);
    int size = present.length;
    long[] prefixes = in.lengths(size);
    long[] suffixes = in.lengths(size);
    long[] lengths = in.lengths(size);
    Object[] values = (Object[]) array;
    for (int i = 0; i < size; i++) {
      Object kept = values[present[i]];
      String old = kept == null ? "" : isString ? (String) kept : column.textOf(kept);
      if (prefixes[i] + suffixes[i] > old.length()) {
        throw new DeltaException("expected as many characters of the old text as it has");
      }
      int end = old.length() - (int) suffixes[i];
      if (XmlTexts.isCut(old, 0, (int) prefixes[i]) || XmlTexts.isCut(old, end, old.length())) {
        throw new DeltaException("expected whole characters of the old text, found a half");
      }
      in.copies(prefixes[i] + suffixes[i]);
      String changed =
          old.substring(0, (int) prefixes[i]) + in.text(lengths[i]) + old.substring(end);
      values[present[i]] = value(changed);
    }
  }
}
