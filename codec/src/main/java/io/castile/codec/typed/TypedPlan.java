package io.castile.codec.typed;

import io.castile.codec.Codec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the messages of one element are tables: one for each class of beans in them, and one for each
 * repeated property of values. Two ends with the same {@link #fingerprint} have the same tables,
 * whatever their Java classes are.
 *
 * <p>Values come out of columns as they would come out of the message written and read as XML. What
 * would come out otherwise, or is refused by XML, has no columns: {@link NotTypedException}.
 *
 * <p>Immutable and thread-safe.
 */
public final class TypedPlan {
  /** The edition of what values are in columns; another one is another fingerprint. */
  private static final String EDITION = "1";

  private static final long FINGERPRINT_MASK = (1L << 48) - 1;

  private final List<Table> tables;
  private final BeanShape root;
  private final List<AbsentProperty> absent;
  private final long fingerprint;

  TypedPlan(
      List<Table> tables, BeanShape root, Collection<AbsentProperty> absent, String signature) {
    this.tables = List.copyOf(tables);
    this.root = root;
    this.absent = List.copyOf(absent);
    this.fingerprint = fingerprint(EDITION + signature);
  }

  /**
   * Returns the plan of a codec's element.
   *
   * @throws NotTypedException if its messages have no columns, with the reason
   */
  public static TypedPlan of(Codec<?> codec) throws NotTypedException {
    return new TypedPlanner().plan(codec);
  }

  private static long fingerprint(String signature) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(signature.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong() & FINGERPRINT_MASK;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }

  /** Returns 48 bits of SHA-256 over names, kinds and order of all columns. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Returns the tables. */
  public List<Table> tables() {
    return tables;
  }

  /** Returns the properties that have no columns, by class and in its order. */
  public List<AbsentProperty> absent() {
    return absent;
  }

  /**
   * Returns the rows of what the codec writes. Values are not checked yet ({@link
   * Column#canonical}).
   *
   * @param element null for none
   * @throws NotTypedException if the element has no rows: the caller writes it as XML
   */
  public TypedRows collect(@Nullable Object element) throws NotTypedException {
    if (element == null) {
      throw new NotTypedException("an element that is nil");
    }
    RowsBuilder rows = new RowsBuilder(tables);
    root.collect(element, rows);
    return rows.build();
  }

  /**
   * Returns what the codec would read; nothing in it is shared but what cannot be changed.
   *
   * @throws NotTypedException if the rows are not those of an element
   * @throws io.castile.codec.binding.BindingException if a bean refuses its values
   */
  public Object make(TypedRows rows) throws NotTypedException {
    return make(new RowCursor(rows, tables.size(), null));
  }

  /**
   * Returns what the codec would read, where the caller does not change it.
   *
   * @param beans those of another message that are to be in this one; has all of them afterwards
   * @throws NotTypedException if the rows are not those of an element
   * @throws io.castile.codec.binding.BindingException if a bean refuses its values
   */
  public Object make(TypedRows rows, MadeBeans beans) throws NotTypedException {
    Object known = beans.element();
    if (known != null) {
      return known;
    }
    Object made = make(new RowCursor(rows, tables.size(), beans));
    beans.made(made);
    return made;
  }

  private Object make(RowCursor cursor) throws NotTypedException {
    Object made = root.make(cursor);
    cursor.end();
    return made;
  }
}
