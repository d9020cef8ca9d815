package io.castile.delta.typed;

import io.castile.codec.typed.ColumnKind;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.Table;
import io.castile.codec.typed.TypedRows;
import io.castile.codec.typed.XmlCharacters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of a message: which characters they may have (XML 1.0 §2.2), and all of them. */
final class XmlTexts {
  static final NotTypedException NOT_ALLOWED =
      new NotTypedException("a character that XML does not have");

  /** So many characters of a message are looked at to find what texts have in common with it. */
  private static final int MAX_DICTIONARY = 1 << 18;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  // The same byte eight times.
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long SPACES = 0x2020202020202020L;
  private static final long MARKS = 0x3f3f3f3f3f3f3f3fL; // '?'

  private XmlTexts() {}

  /**
   * Returns the strings of a message one after the other, the first of them where there are many:
   * the same at both ends, as strings are strings whatever the other values are.
   */
  static byte[] dictionary(List<Table> tables, TypedRows rows) {
    StringBuilder all = new StringBuilder();
    for (Table table : tables) {
      int count = rows.count(table.index());
      Object[] columns = rows.columns(table.index());
      for (int i = 0; i < columns.length; i++) {
        if (table.columns().get(i).kind() == ColumnKind.STRING) {
          append((Object[]) columns[i], count, all);
        }
      }
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(@Nullable Object[] strings, int count, StringBuilder all) {
    for (int row = 0; row < count && all.length() < MAX_DICTIONARY; row++) {
      if (strings[row] != null) {
        all.append(strings[row]);
      }
    }
  }

  /**
   * Whether XML has all characters of a text.
   *
   * @param encoded the text as UTF-8, in which what is no character has become another one
   */
  static boolean areAllowed(String text, byte[] encoded) {
    int controls = 0;
    boolean isPlain = true; // ASCII, and nothing in it that stands for what is no character
    for (int i = 0; i < encoded.length; ) {
      if (encoded.length - i >= Long.BYTES && isPlain((long) LONGS.get(encoded, i))) {
        i += Long.BYTES;
        continue;
      }
      byte b = encoded[i++];
      controls |= b >= 0 && b < ' ' ? 1 << b : 0;
      isPlain &= b >= 0 && b != '?';
    }
    int allowed = 1 << '\t' | 1 << '\n' | 1 << '\r';
    if ((controls & ~allowed) != 0) {
      return false;
    }
    return isPlain || XmlCharacters.areAllowed(text);
  }

  /** Whether each of eight bytes is ASCII, no control character and no question mark. */
  private static boolean isPlain(long word) {
    long notControls = (word | HIGH) - SPACES; // the high bit of a byte stays if it is at least ' '
    long notMarks = (word ^ MARKS | HIGH) - ONES; // and if it is not '?'
    return (word & HIGH) == 0 && (notControls & notMarks & HIGH) == HIGH;
  }

  /** Whether a part of a text begins or ends between the two halves of one character. */
  static boolean isCut(String text, int start, int end) {
    return start < end
        && (Character.isLowSurrogate(text.charAt(start))
            || Character.isHighSurrogate(text.charAt(end - 1)));
  }
}
