package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.entry.EntryKind;
import io.castile.template.entry.MarkupBytes;
import io.castile.template.entry.TrackedMark;
import io.castile.template.entry.TypeMark;
import io.castile.template.tracked.Tracked;
import io.castile.template.tracked.TrackedList;
import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.internal.RowCodec;
import io.castile.xml.internal.XmlInternals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Takes a message as it is written, piece by piece, and makes the saved one the same.
 *
 * <p>A cursor walks over the field table in step with what is written. As long as the entry under
 * it is what comes (the very markup, an equal value) it just moves on; that is the whole cost of
 * what did not change. A value that differs is written over the old one if its place is wide
 * enough, else room is made; see {@link #replace}. Markup that differs means that something came or
 * went: it is looked for further on in the same application object, and what lies between has gone;
 * if it is not found, it has come. Where to look is a guess that costs time if it is wrong, but
 * never changes the bytes: an entry is passed only if it is what was written.
 *
 * <p>The class is one loop turned inside out: each method that writes is one step of it.
 */
final class TemplateWriter extends TemplateCursor implements XmlInternals.RowWriter {
  /** Arrays and lists that are shorter than this are entries like all others. */
  private static final int MIN_BLOCK_ITEMS = 32;

  /** Nesting of mixed content, which is never padded. */
  private int mixed;

  /** Nesting of the items of the list to which {@link #coming} items are added; else -1. */
  private int comingAt;

  private int coming;

  private final TrackedPath tracked = new TrackedPath();

  /** Whether tracked objects are passed if they have not changed: not where others wrote them. */
  private boolean trusts;

  /** The list of beans that is being written; null until there is one. */
  private @Nullable Rows rows;

  TemplateWriter(TemplateOptions options, Object owner) {
    super(options, owner);
  }

  /**
   * Begins an update: the whole message is to be written now.
   *
   * @param messageBytes the size of the message so far
   * @param isOfLast whether the codecs write that wrote the message so far
   */
  void begin(long messageBytes, boolean isOfLast) {
    beginUpdate(messageBytes);
    trusts = isOfLast;
    mixed = 0;
    comingAt = -1;
    tracked.clear();
  }

  // ---- markup ----

  @Override
  public void raw(byte[] markup) {
    int t = token;
    if (refs[t] == markup) {
      token = t + 1;
      return;
    }
    otherMarkup(markup);
  }

  private void otherMarkup(byte[] markup) {
    if (named) {
      super.raw(markup);
      return;
    }
    if (inserting == 0) {
      while (advance()) {
        if (refs[token] == markup) {
          token++;
          return;
        }
      }
      if (kinds[token] == EntryKind.MARKUP && Arrays.equals((byte[]) refs[token], markup)) {
        ownSource();
        refs[token++] = markup; // of another set of codecs
        return;
      }
      if (MarkupBytes.isDistinct(markup) && seek(markup)) {
        token++;
        return;
      }
    }
    openAtCursor();
    splitIfFull(markup.length);
    target().appendMarkup(markup);
    update.inserted++;
  }

  @Override
  public void raw(byte[] bytes, int offset, int length) {
    if (!named) {
      discard();
    }
    super.raw(bytes, offset, length);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  // ---- application objects ----

  @Override
  public boolean enter(Object object) {
    super.enter(object);
    if (named) {
      return true;
    }
    depth++;
    int t = token;
    Class<?> type = object.getClass();
    if (kinds[t] == EntryKind.BEGIN && refs[t] instanceof TypeMark mark && mark.refersTo(type)) {
      token = t + 1;
      return true;
    }
    return object instanceof Tracked known ? enterTracked(known) : enterOther(TypeMark.of(type), 0);
  }

  private boolean enterOther(Object mark, long bit) {
    if (inserting == 0) {
      toObject();
      if (kinds[token] == EntryKind.BEGIN) {
        if (refs[token] == mark) {
          token++;
          return true;
        }
        if (isOfAnotherService(mark)) {
          ownSource();
          refs[token++] = mark;
          return true;
        }
        removeObject(); // one of another class
      } else if (depth - 1 == lists.depth) {
        replaceItem();
      }
    }
    begin(EntryKind.BEGIN, mark, bit);
    return true;
  }

  /** Whether the object under the cursor is one of the class that another service has for it. */
  private boolean isOfAnotherService(Object mark) {
    return options.acrossServices()
        && mark instanceof TypeMark own
        && refs[token] instanceof TypeMark known
        && known.isLike(own);
  }

  private void begin(byte kind, Object mark, long bit) {
    openAtCursor();
    splitIfFull(0);
    target().appendBoundary(kind, bit, mark);
    if (inserting++ == 0) {
      suspend();
    }
  }

  /**
   * Sets the cursor on the object that stands where the next one comes, which is an item of a list
   * if there is one around it.
   */
  private void toObject() {
    while (advance()) {
      // until there is something
    }
    if (kinds[token] != EntryKind.BEGIN && depth - 1 == lists.depth) {
      toItem();
    }
  }

  private boolean enterTracked(Tracked object) {
    long modified = object.modified();
    if (inserting == 0) {
      toObject();
      if (kinds[token] == EntryKind.BEGIN
          && refs[token] instanceof TrackedMark mark
          && mark.type.refersTo(object.getClass())) {
        if (!mark.refersTo(object) && depth - 1 == lists.depth) {
          seekItem(object);
          mark = (TrackedMark) refs[token];
        }
        boolean isKnown = mark.refersTo(object);
        if (isKnown && trusts && bits[token] == modified) {
          lookAhead();
          ahead.next();
          ahead.nextEnd(0);
          pass();
          super.leave();
          depth--;
          return false;
        }
        ownSource();
        if (!isKnown) {
          refs[token] = new TrackedMark(object);
        }
        tracked.enter(object, depth, isKnown && trusts ? bits[token] : 0);
        bits[token++] = modified;
        return true;
      }
    }
    tracked.enter(object, depth, 0);
    return enterOther(new TrackedMark(object), modified);
  }

  /**
   * Looks for an object among the next items of the list; if it is there, sets the cursor on it.
   */
  private void seekItem(Tracked object) {
    int reach = lists.reach();
    int items = 0;
    lookAhead();
    ahead.next();
    while (items < reach && ahead.next() && ahead.level >= 0) {
      if (ahead.isItem()) {
        items++;
        if (ahead.chunk.refs[ahead.entry] instanceof TrackedMark mark && mark.refersTo(object)) {
          removeTo(ahead.index, ahead.entry);
          lists.went(items);
          return;
        }
      }
    }
  }

  /** Removes the object at whose beginning the cursor stands. */
  private void removeObject() {
    lookAhead();
    ahead.next();
    ahead.nextEnd(0);
    noteRemoval();
    remove();
  }

  @Override
  public void leave() {
    super.leave();
    if (named) {
      return;
    }
    tracked.leave(depth--);
    int t = token;
    if (kinds[t] == EntryKind.END) {
      token = t + 1;
      if (depth == lists.changedDepth) {
        endItem();
      }
    } else {
      leaveOther();
      endItemAt(depth);
    }
  }

  private void leaveOther() {
    if (inserting > 0) {
      openAtCursor();
      target().appendBoundary(EntryKind.END, 0, null);
      if (--inserting == 0) {
        resume();
      }
    } else { // what the object had behind the cursor has gone
      lookAhead();
      ahead.nextEnd(-1);
      noteRemoval();
      removeTo(ahead.index, ahead.entry);
      token++;
    }
  }

  // ---- lists ----

  @Override
  public void enterList(String property, int size) {
    if (named) {
      return;
    }
    depth++;
    int t = token;
    if (kinds[t] == EntryKind.LIST && refs[t] == property) {
      enterSameList(size);
    } else {
      enterOtherList(property, size);
    }
  }

  private void enterSameList(int size) {
    int growth = size - (int) bits[token];
    if (growth != 0) {
      ownSource();
      bits[token] = size;
    }
    token++;
    lists.enter(depth, growth, false);
  }

  private void enterOtherList(String property, int size) {
    if (inserting == 0) {
      while (advance()) {
        // until there is something
      }
      if ((kinds[token] == EntryKind.LIST && property.equals(refs[token])) || seek(property)) {
        enterSameList(size);
        return;
      }
    }
    begin(EntryKind.LIST, property, size);
    lists.enter(depth, 0, true);
  }

  @Override
  public void leaveList() {
    if (named) {
      return;
    }
    if (depth == comingAt) {
      endComing();
    }
    if (kinds[token] == EntryKind.END) {
      token++;
    } else {
      leaveOther();
    }
    lists.leave();
    depth--;
    endItemAt(depth);
  }

  /**
   * Sets the cursor on the next item of the list, removing what stands before it; stays where it is
   * if there is none.
   */
  private void toItem() {
    lookAhead();
    while (ahead.next() && ahead.level >= 0) {
      if (ahead.isItem()) {
        removeTo(ahead.index, ahead.entry);
        return;
      }
    }
  }

  /** Removes the item at the cursor, if there is one, for another to stand there. */
  private void replaceItem() {
    lookAhead();
    if (!ahead.next() || !ahead.isItem()) {
      lists.isApart();
      return;
    }
    if (EntryKind.isBegin(ahead.kind)) {
      ahead.nextEnd(0);
    }
    noteRemoval();
    remove();
  }

  /** Whether an item of the list that is being written, of simple type, comes now. */
  private boolean isItemNext() {
    if (depth != lists.depth) {
      return false;
    }
    int cursor = inserting == 0 ? token : held;
    return copied < cursor || target == null
        ? cursor == 0 || !Lookahead.isInTag(source, cursor)
        : !Lookahead.isInTag(target, target.count);
  }

  /** Receives what is written at a nesting: counts the items of a list. */
  private void endItemAt(int nesting) {
    if (inserting > 0) {
      if (nesting == comingAt && --coming == 0) {
        endComing();
      }
    } else if (nesting == lists.changedDepth) {
      endItem();
    }
  }

  /** Ends an item in which something has changed: others may have come or gone. */
  private void endItem() {
    lookAhead();
    int items = lists.endItem(source, token, ahead);
    if (items > 0) {
      coming = items;
      comingAt = depth;
      inserting++;
      suspend();
    } else if (items < 0) {
      remove();
    }
  }

  private void endComing() {
    comingAt = -1;
    lists.drop();
    inserting--;
    resume();
  }

  @Override
  public void enterMixed() {
    mixed++;
  }

  @Override
  public void leaveMixed() {
    mixed--;
  }

  @Override
  protected void namedElementStarts() {
    discard();
    if (inserting == 0) {
      suspend();
    }
    named = true;
  }

  @Override
  protected void namedElementEnds() {
    named = false;
    if (inserting == 0) {
      resume();
    }
    value(EntryKind.FORMATTED, 0, null);
  }

  // ---- values ----

  /**
   * Takes the value that has been formatted into the buffer, if it is not the one under the cursor.
   *
   * @param kind one that has bits or an object, which tells whether values are equal, or {@link
   *     EntryKind#FORMATTED}
   */
  private void value(byte kind, long bit, @Nullable Object ref) {
    boolean isItem = isItemNext();
    if (inserting == 0) {
      advance();
      if (isItem && kinds[token] != kind) {
        toItem();
      }
      int t = token;
      if (kinds[t] == kind) {
        if (!isSame(t, kind, bit, ref)) {
          replace(t, kind, bit, ref);
        }
        token = t + 1;
        if (isItem) {
          endItemAt(depth);
        }
        return;
      }
      if (isItem) {
        replaceItem();
      }
    }
    openAtCursor();
    splitIfFull(size());
    append(kind, bit, ref, 0);
    update.inserted++;
    if (depth > lists.depth || isItem) {
      come(kind, bit, ref);
    }
    if (isItem) {
      endItemAt(depth);
    }
  }

  private void come(byte kind, long bit, @Nullable Object ref) {
    if (lists.isOpen()) {
      lists.cameOrWent(fingerprint(kind, bit, ref));
    }
  }

  @Override
  public void text(int value) {
    int t = token;
    if (kinds[t] == EntryKind.INT && bits[t] == value) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(EntryKind.INT, value);
  }

  @Override
  public void text(long value) {
    int t = token;
    if (kinds[t] == EntryKind.LONG && bits[t] == value) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(EntryKind.LONG, value);
  }

  @Override
  public void text(boolean value) {
    int t = token;
    long bit = value ? 1 : 0;
    if (kinds[t] == EntryKind.BOOLEAN && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(EntryKind.BOOLEAN, bit);
  }

  @Override
  public void text(float value) {
    int t = token;
    long bit = Float.floatToIntBits(value);
    if (kinds[t] == EntryKind.FLOAT && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(EntryKind.FLOAT, bit);
  }

  @Override
  public void text(double value) {
    int t = token;
    long bit = Double.doubleToLongBits(value);
    if (kinds[t] == EntryKind.DOUBLE && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(EntryKind.DOUBLE, bit);
  }

  private void bounded(byte kind, long bit) {
    if (named) {
      return;
    }
    if (mixed > 0) {
      value(EntryKind.FORMATTED, 0, null);
    } else {
      value(kind, bit, null);
    }
  }

  @Override
  public void text(String value) {
    int t = token;
    if (kinds[t] == EntryKind.TEXT && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(EntryKind.TEXT, 0, value);
    }
  }

  @Override
  public void attributeText(String value) {
    int t = token;
    if (kinds[t] == EntryKind.ATTRIBUTE && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.attributeText(value);
    if (!named) {
      value(EntryKind.ATTRIBUTE, 0, value);
    }
  }

  @Override
  public void text(BigInteger value) {
    int t = token;
    if (kinds[t] == EntryKind.INTEGER && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value.toString()); // the superclass might write it as a long, through this class
    if (!named) {
      value(EntryKind.INTEGER, 0, value);
    }
  }

  @Override
  public void text(BigDecimal value) {
    int t = token;
    if (kinds[t] == EntryKind.DECIMAL && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(EntryKind.DECIMAL, 0, value);
    }
  }

  @Override
  public void text(XMLGregorianCalendar value) {
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  @Override
  public void text(Duration value) {
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  @Override
  public void temporal(XsdTemporal form, Object value) {
    int t = token;
    if (kinds[t] == EntryKind.TEMPORAL && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    XmlInternals.plainTemporal(this, form, value);
    if (!named) {
      value(EntryKind.TEMPORAL, 0, value);
    }
  }

  @Override
  protected void verbatim(String value) {
    if (!named) {
      discard();
    }
    super.verbatim(value);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  @Override
  public void base64(byte[] value) {
    if (!named) {
      discard();
    }
    super.base64(value);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  @Override
  public void hex(byte[] value) {
    if (!named) {
      discard();
    }
    super.hex(value);
    if (!named) {
      value(EntryKind.FORMATTED, 0, null);
    }
  }

  // ---- arrays of numbers ----

  @Override
  public void items(int[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.INT, items, 0, start, next, end);
    }
  }

  @Override
  public void items(long[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.LONG, items, 0, start, next, end);
    }
  }

  @Override
  public void items(float[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.FLOAT, items, 0, start, next, end);
    }
  }

  @Override
  public void items(double[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.DOUBLE, items, 0, start, next, end);
    }
  }

  @Override
  public boolean items(List<?> items, byte[] start, byte[] next, byte[] end) {
    int size = items.size();
    Object first = isEntries(size) ? null : items.get(0);
    if (first == null) {
      return false;
    }
    BoxedType type = BoxedType.of(first.getClass());
    if (type == null) {
      return false;
    }
    ItemBlock known = blockAhead(type, start, next);
    int same = known == null ? 0 : known.same(items);
    if (!ItemType.areAll(first.getClass(), items, same, size)) {
      return false;
    }
    block(type, items, same, start, next, end);
    return true;
  }

  // ---- lists of beans ----

  @Override
  public boolean rows(
      RowCodec codec, List<?> items, Object context, byte[] start, byte[] next, byte[] end) {
    int size = items.size();
    Class<?> type = codec.rowClass();
    if (type == null || isEntries(size) || numbersHavePlaces()) {
      return false;
    }
    BeanType beanType = beanType(codec, type);
    ItemBlock known = blockAhead(beanType, start, next);
    Tracked list = items instanceof Tracked tracked ? tracked : null;
    if (known != null && trusts && list != null && known.isCurrent(list)) {
      raw(start);
      leaveChunk();
      raw(end);
      return true;
    }
    if (rows == null) {
      rows = new Rows(fragment());
    }
    rows.begin(items, size, context);
    int same = known == null || list != null ? 0 : known.same(rows);
    boolean areRows = list instanceof TrackedList || ItemType.areAllThere(items, same, size);
    if (areRows) {
      block(beanType, rows, same, start, next, end);
    }
    rows.end();
    return areRows;
  }

  /** The type of the beans: that of the block behind the next markup, if that has it. */
  private BeanType beanType(RowCodec codec, Class<?> type) {
    ItemBlock block = source.block;
    return block != null && block.type() instanceof BeanType beans && beans.codec == codec
        ? beans
        : BeanType.of(codec, type);
  }

  /** Whether each number of a bean is to have spaces of its own, for which a row has no room. */
  private boolean numbersHavePlaces() {
    return switch (options.stuffing()) {
      case NONE -> false;
      case ADAPTIVE -> options.padding() == Padding.INSIDE;
      case MAXIMUM -> true;
    };
  }

  private boolean isEntries(int length) {
    return named || length < MIN_BLOCK_ITEMS;
  }

  /** The block of such items, of this very type, that stands where they come next; or null. */
  private @Nullable ItemBlock blockAhead(ItemType type, byte[] start, byte[] next) {
    return inserting == 0
            && refs[token] == start
            && token + 1 == source.count
            && source.block != null
            && source.block.type().takes(type)
            && source.block.holds(type, next, stuffing())
        ? source.block
        : null;
  }

  private Stuffing stuffing() {
    return mixed > 0 ? Stuffing.NONE : options.stuffing();
  }

  /**
   * Takes an array or a list as one block of its own chunks, between the chunk that ends with
   * {@code start} and the one that begins with {@code end}.
   *
   * @param same how many items at the beginning are known to be those of the block that is there
   */
  private void block(ItemType type, Object items, int same, byte[] start, byte[] next, byte[] end) {
    int length = type.length(items);
    if (length > options.maxArrayItems()) {
      throw new LongArrayException(length, options.maxArrayItems());
    }
    Tracked list =
        items instanceof Rows beans && beans.items() instanceof Tracked known ? known : null;
    long stamp = list == null ? 0 : list.modified();
    raw(start);
    ItemBlock block;
    if (inserting == 0
        && token == source.count
        && source.block != null
        && source.block.holds(type, next, stuffing())) {
      block = ownBlock(source.block, type);
      ChangedItems changes =
          list == null ? changedItems(items) : trusts ? block.changes(list) : ChangedItems.ANY;
      resized |= block.update(items, same, changes, update);
      leaveChunk();
    } else {
      openAtCursor();
      block = new ItemBlock(owner, type, next, stuffing(), options);
      target().block = block;
      block.update(items, 0, ChangedItems.ANY, update);
      closeTarget();
      target = newChunk();
    }
    block.setList(list, stamp);
    raw(end);
  }

  /** The block behind the cursor, which is {@code found}, for this template and of that type. */
  private ItemBlock ownBlock(ItemBlock found, ItemType type) {
    boolean isOfAnotherCodec = !found.type().takes(type);
    if (!isOfAnotherCodec && found.owner() == owner) {
      return found;
    }
    ownSource();
    ItemBlock own = isOfAnotherCodec ? found.adopt(owner, type) : found.copy(owner);
    source.block = own;
    return own;
  }

  /** Which of some items may have changed, as the object around them says. */
  private ChangedItems changedItems(Object items) {
    return tracked.changedItems(depth, items instanceof Rows beans ? beans.items() : items);
  }
}
