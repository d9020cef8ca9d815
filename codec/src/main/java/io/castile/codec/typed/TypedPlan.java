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
  private final @Nullable HeaderShape header; // null for none
  private final List<AbsentProperty> absent;
  private final long fingerprint;

  TypedPlan(
      List<Table> tables,
      BeanShape root,
      @Nullable HeaderShape header,
      Collection<AbsentProperty> absent,
      String signature) {
    this.tables = List.copyOf(tables);
    this.root = root;
    this.header = header;
    this.absent = List.copyOf(absent);
    this.fingerprint = fingerprint(EDITION + signature);
  }

  /**
   * Returns the plan of a codec's element.
   *
   * @throws NotTypedException if its messages have no columns, with the reason
   */
  public static TypedPlan of(Codec<?> codec) throws NotTypedException {
    return of(codec, List.of());
  }

  /**
   * Returns the plan of messages with header blocks, which take and give a {@link BodyAndHeader}.
   *
   * @param body the codec of the element in the body
   * @param blocks the codecs of the header blocks; none for messages without, whose plan is that of
   *     their body
   * @throws NotTypedException if the messages have no columns, with the reason
   */
  public static TypedPlan of(Codec<?> body, List<? extends Codec<?>> blocks)
      throws NotTypedException {
    return new TypedPlanner().plan(body, blocks);
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

  /** Whether messages may have header blocks with values. */
  public boolean hasHeader() {
    return header != null;
  }

  /** Returns the properties that have no columns, by class and in its order. */
  public List<AbsentProperty> absent() {
    return absent;
  }

  /**
   * Returns the rows of what the codec writes. Values are not checked yet ({@link
   * Column#canonical}).
   *
   * @param element null for none; a {@link BodyAndHeader} where messages have header blocks
   * @throws NotTypedException if the element has no rows: the caller writes it as XML
   */
  public TypedRows collect(@Nullable Object element) throws NotTypedException {
    BodyAndHeader both = header == null ? null : (BodyAndHeader) element;
    Object body = both == null ? element : both.body();
    if (body == null) {
      throw new NotTypedException("an element that is nil");
    }
    RowsBuilder rows = new RowsBuilder(tables);
    root.collect(body, rows);
    if (header != null && both != null) {
      header.collect(both.blocks(), rows);
    }
    return rows.build();
  }

  /**
   * Returns what the codec would read; nothing in it is shared but what cannot be changed.
   *
   * @throws NotTypedException if the rows are not those of an element
   * @throws io.castile.codec.BindingException if a bean refuses its values
   */
  public Object make(TypedRows rows) throws NotTypedException {
    return make(new RowCursor(rows, tables.size(), null));
  }

  /**
   * Returns what the codec would read, where the caller does not change it.
   *
   * @param beans those of another message that are to be in this one; has all of them afterwards
   * @throws NotTypedException if the rows are not those of an element
   * @throws io.castile.codec.BindingException if a bean refuses its values
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
    Object body = root.make(cursor);
    Object made = header == null ? body : BodyAndHeader.of(body, header.make(cursor));
    cursor.end();
    return made;
  }
}
