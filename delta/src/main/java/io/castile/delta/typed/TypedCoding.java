package io.castile.delta.typed;

import io.castile.codec.typed.MadeBeans;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.Table;
import io.castile.codec.typed.TypedPlan;
import io.castile.codec.typed.TypedRows;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.InstanceNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The typed form of the messages of one plan: columns as bytes, whole or as changes. Immutable and
 * thread-safe.
 */
public final class TypedCoding {
  private final TypedPlan plan;
  private final ColumnCoder[][] coders; // by table and column

  private TypedCoding(TypedPlan plan) throws NotTypedException {
    this.plan = plan;
    List<Table> tables = plan.tables();
    this.coders = new ColumnCoder[tables.size()][];
    for (Table table : tables) {
      if (table.columns().size() > TypedFormat.MAX_COLUMNS) {
        throw new NotTypedException("more than " + TypedFormat.MAX_COLUMNS + " properties");
      }
      coders[table.index()] =
          table.columns().stream().map(ColumnCoder::of).toArray(ColumnCoder[]::new);
    }
  }

  /**
   * Returns the typed form of a plan's messages.
   *
   * @throws NotTypedException if they have none, with the reason
   */
  public static TypedCoding of(TypedPlan plan) throws NotTypedException {
    return new TypedCoding(plan);
  }

  /** Returns the plan. */
  public TypedPlan plan() {
    return plan;
  }

  /**
   * A message as it is sent.
   *
   * @param state what it has in it; the base itself, if nothing has changed
   * @param content the bytes
   */
  public record Written(TypedState state, byte[] content) {}

  /**
   * Writes a message, as its changes if there is a base.
   *
   * @param element what the codec would write
   * @param base null for none
   * @param hasFrames whether the peer reads Zstandard frames
   * @throws NotTypedException if it is to be written as XML
   */
  public Written write(@Nullable Object element, @Nullable TypedState base, boolean hasFrames)
      throws NotTypedException {
    TypedRows rows = plan.collect(element);
    return written(new TypedState(this, rows, InstanceNames.random(), null), base, hasFrames);
  }

  private Written written(TypedState state, @Nullable TypedState base, boolean hasFrames)
      throws NotTypedException {
    if (base == null) {
      return new Written(state, whole(state, hasFrames));
    }
    byte[] changes = writer(hasFrames).changes(base, state.rows(), state.version());
    return changes == null
        ? new Written(base, TypedWriter.same(base.version()))
        : new Written(state, changes);
  }

  private TypedWriter writer(boolean hasFrames) {
    return new TypedWriter(plan.tables(), coders, hasFrames);
  }

  /**
   * Writes all values of a message.
   *
   * @throws NotTypedException if it is to be written as XML
   */
  public byte[] whole(TypedState state, boolean hasFrames) throws NotTypedException {
    return writer(hasFrames).whole(state.rows(), state.version());
  }

  /**
   * Writes the values of a message that is kept, as changes if there is a base.
   *
   * @throws NotTypedException if it is to be written as XML
   */
  public byte[] content(TypedState state, @Nullable TypedState base, boolean hasFrames)
      throws NotTypedException {
    return state == base
        ? TypedWriter.same(base.version())
        : written(state, base, hasFrames).content();
  }

  /**
   * Takes the values of a message, and names it by them.
   *
   * @param element what the codec would write
   * @param names those of all servers to which the state is to have one name
   * @return the state, and all its values as content
   * @throws NotTypedException if it is to be written as XML
   */
  public Written named(@Nullable Object element, TypedNames names) throws NotTypedException {
    TypedRows rows = plan.collect(element);
    byte[] whole = writer(false).whole(rows, TypedState.NO_VERSION);
    long version = names.of(plan.fingerprint(), whole);
    return new Written(
        new TypedState(this, rows, version, null), TypedWriter.renamed(whole, version));
  }

  /**
   * Reads all values of a message from a store that others can write to.
   *
   * @param content as {@link #named} gave it
   * @throws DeltaException if it is malformed, or not the message that has that name
   */
  public TypedState readNamed(byte[] content, long version, TypedNames names, long maxBytes)
      throws DeltaException {
    if (!names.isNamed(content, version, plan.fingerprint())) {
      throw new DeltaException("expected the message that has a name, found another one");
    }
    return read(content, null, maxBytes, false);
  }

  /**
   * Returns what the codec would have read; nothing in it is shared but what cannot be changed.
   *
   * @throws DeltaException if the rows are not those of an element
   * @throws io.castile.codec.BindingException if a bean refuses its values
   */
  public Object element(TypedState state) throws DeltaException {
    return element(state, null);
  }

  /**
   * Returns what the codec would have read, where the caller does not change it: beans whose values
   * are those of the base are the base's.
   *
   * @param state read with {@code isReadOnly}
   * @throws DeltaException if the rows are not those of an element
   * @throws io.castile.codec.BindingException if a bean refuses its values
   */
  public Object readOnlyElement(TypedState state) throws DeltaException {
    return element(state, state.beans());
  }

  private Object element(TypedState state, @Nullable MadeBeans beans) throws DeltaException {
    try {
      return beans == null ? plan.make(state.rows()) : plan.make(state.rows(), beans);
    } catch (NotTypedException e) {
      throw new DeltaException("expected the rows of one message: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a message that a peer has sent.
   *
   * @param base that was named; null for none
   * @param maxBytes of the message, as it is kept
   * @param isReadOnly whether the caller does not change what is made of it, so that unchanged
   *     beans are those of the base
   * @throws DeltaException if the content is malformed, damaged, or to another base
   */
  public TypedState read(
      byte[] content, @Nullable TypedState base, long maxBytes, boolean isReadOnly)
      throws DeltaException {
    try {
      MadeBeans beans = isReadOnly ? new MadeBeans(plan) : null;
      return new TypedReader(this, coders, base, content, maxBytes, beans).read();
    } catch (NotTypedException e) {
      throw new DeltaException("expected values that XML has: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw DeltaException.unforeseen("typed message", e); // a peer may send anything
    }
  }

  /** Whether content is a typed message, to judge by its beginning. */
  public static boolean isBegunBy(byte[] content) {
    return TypedFormat.form(content) >= 0;
  }

  /**
   * Like {@link #isBegunBy}, but false where the content might begin a document: with a space, as
   * some have.
   */
  public static boolean isNoDocument(byte[] content) {
    int form = TypedFormat.form(content);
    return form > TypedFormat.SAME
        || form == TypedFormat.SAME && content.length == TypedFormat.HEAD_BYTES;
  }

  /** Whether a typed message has all values, and is no change of a base. */
  public static boolean isWhole(byte[] content) {
    return TypedFormat.form(content) == TypedFormat.WHOLE;
  }

  /** Returns the version that content gives to its message. */
  public static long version(byte[] content) {
    return InstanceNames.at(content, 1);
  }
}
