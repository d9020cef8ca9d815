package io.castile.codec.typed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beans of one message whose caller does not change them. The next message has a bean again if
 * its row is unchanged, and so are the rows of all beans and items below it. Filled when the
 * message's element is made, and not changed after that; thread-safe then.
 */
public final class MadeBeans {
  /** The bytes that a bean takes beside its values, about, and those of an object in it. */
  private static final int OBJECT_BYTES = 16;

  private static final int CALENDAR_BYTES = 80;

  private final List<Table> tables;
  private final Object[][] beans; // by table and row; empty where none are kept
  private @Nullable Object element;

  /** Constructs an empty list, for rows of a plan. */
  public MadeBeans(TypedPlan plan) {
    this.tables = plan.tables();
    this.beans = new Object[tables.size()][0];
  }

  /** Returns those of a table, of which some may be null; not to be changed. */
  public Object[] of(int table) {
    return beans[table];
  }

  /** Takes beans of another message, before the element is made; the object's own from here on. */
  public void carry(int table, Object[] carried) {
    beans[table] = carried;
  }

  /** Returns the array that the beans of a table are put into, for so many rows. */
  Object[] open(int table, int rows) {
    if (beans[table].length != rows) {
      beans[table] = new Object[rows];
    }
    return beans[table];
  }

  /** Returns the element; null if it has not been made. */
  @Nullable Object element() {
    return element;
  }

  void made(Object root) {
    element = root;
  }

  /** Returns about what the beans take, in bytes. */
  public long weight() {
    long weight = 0;
    for (Table table : tables) {
      long bytes = OBJECT_BYTES;
      for (Column column : table.columns()) {
        bytes += Long.BYTES + (column.kind() == ColumnKind.CALENDAR ? CALENDAR_BYTES : 0);
      }
      weight += bytes * beans[table.index()].length;
    }
    return weight;
  }
}
