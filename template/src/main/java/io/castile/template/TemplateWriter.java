package io.castile.template;

import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

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
final class TemplateWriter extends TemplateCursor {
  /** Arrays of numbers that are shorter than this are entries like all others. */
  private static final int MIN_BLOCK_ITEMS = 32;

  /** Nesting of mixed content, which is never padded. */
  private int mixed;

  /** How many application objects, one in the other, are being written. */
  private int depth;

  private final TrackedPath tracked = new TrackedPath();

  TemplateWriter(TemplateOptions options, Object owner) {
    super(options, owner);
  }

  /** Begins an update: the whole message is to be written now. */
  void begin() {
    beginUpdate();
    mixed = 0;
    depth = 0;
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
      if (kinds[token] == Kind.MARKUP && Arrays.equals((byte[]) refs[token], markup)) {
        ownSource();
        refs[token++] = markup; // of another set of codecs
        return;
      }
      if (seek(markup)) {
        token++;
        return;
      }
    }
    openAtCursor();
    splitIfFull(markup.length);
    target.appendMarkup(markup, stamp);
    update.inserted++;
  }

  @Override
  public void raw(byte[] bytes, int offset, int length) {
    if (!named) {
      discard();
    }
    super.raw(bytes, offset, length);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
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
    if (kinds[t] == Kind.BEGIN && refs[t] == type) {
      token = t + 1;
      return true;
    }
    return object instanceof Tracked known ? enterTracked(known) : enterOther(type, 0);
  }

  private boolean enterOther(Object mark, long bit) {
    if (inserting == 0) {
      while (advance()) {
        if (kinds[token] == Kind.BEGIN && refs[token] == mark) {
          token++;
          return true;
        }
      }
      if (kinds[token] == Kind.BEGIN) { // an object of another class
        passObject(true);
      }
    }
    openAtCursor();
    splitIfFull(0);
    target.appendBoundary(Kind.BEGIN, bit, mark, stamp);
    if (inserting++ == 0) {
      suspend();
    }
    return true;
  }

  private boolean enterTracked(Tracked object) {
    long modified = object.modified();
    if (inserting == 0) {
      while (advance()) {
        // to the entry
      }
      if (kinds[token] == Kind.BEGIN
          && refs[token] instanceof WeakReference<?> before
          && before.get() == object) {
        if (bits[token] == modified) {
          passObject(false);
          super.leave();
          depth--;
          return false;
        }
        tracked.enter(object, depth, bits[token]);
        ownSource();
        bits[token++] = modified;
        return true;
      }
    }
    tracked.enter(object, depth, 0);
    return enterOther(new WeakReference<Object>(object), modified);
  }

  /** Passes the object at whose beginning the cursor stands, or removes it. */
  private void passObject(boolean remove) {
    int nested = 0;
    do {
      while (token == source.count) {
        if (remove && source.block != null) {
          dropBlock();
        }
        leaveChunk();
      }
      nested += kinds[token] == Kind.BEGIN ? 1 : kinds[token] == Kind.END ? -1 : 0;
      if (remove) {
        removeTo(token + 1);
      } else {
        token++;
      }
    } while (nested > 0);
  }

  @Override
  public void leave() {
    super.leave();
    if (named) {
      return;
    }
    tracked.leave(depth--);
    int t = token;
    if (kinds[t] == Kind.END) {
      token = t + 1;
    } else {
      leaveOther();
    }
  }

  private void leaveOther() {
    if (inserting > 0) {
      openAtCursor();
      target.appendBoundary(Kind.END, 0, null, stamp);
      if (--inserting == 0) {
        resume();
      }
      return;
    }
    int nested = 0;
    while (nested >= 0) { // what the object had behind the cursor has gone
      while (token == source.count) {
        if (source.block != null) {
          dropBlock();
        }
        leaveChunk();
      }
      nested += kinds[token] == Kind.BEGIN ? 1 : kinds[token] == Kind.END ? -1 : 0;
      if (nested >= 0) {
        removeTo(token + 1);
      }
    }
    token++;
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
    value(Kind.FORMATTED, 0, null);
  }

  // ---- values ----

  /**
   * Takes the value that has been formatted into the buffer, if it is not the one under the cursor.
   *
   * @param kind one that has bits or an object, which tells whether values are equal, or {@link
   *     Kind#FORMATTED}
   */
  private void value(byte kind, long bit, Object ref) {
    if (inserting == 0) {
      advance();
      int t = token;
      if (kinds[t] == kind) {
        if (!isSame(t, kind, bit, ref)) {
          replace(t, kind, bit, ref);
        }
        token = t + 1;
        return;
      }
    }
    openAtCursor();
    splitIfFull(size());
    append(kind, bit, ref, 0);
    update.inserted++;
  }

  @Override
  public void text(int value) {
    int t = token;
    if (kinds[t] == Kind.INT && bits[t] == value) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(Kind.INT, value);
  }

  @Override
  public void text(long value) {
    int t = token;
    if (kinds[t] == Kind.LONG && bits[t] == value) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(Kind.LONG, value);
  }

  @Override
  public void text(boolean value) {
    int t = token;
    long bit = value ? 1 : 0;
    if (kinds[t] == Kind.BOOLEAN && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(Kind.BOOLEAN, bit);
  }

  @Override
  public void text(float value) {
    int t = token;
    long bit = Float.floatToIntBits(value);
    if (kinds[t] == Kind.FLOAT && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(Kind.FLOAT, bit);
  }

  @Override
  public void text(double value) {
    int t = token;
    long bit = Double.doubleToLongBits(value);
    if (kinds[t] == Kind.DOUBLE && bits[t] == bit) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    bounded(Kind.DOUBLE, bit);
  }

  private void bounded(byte kind, long bit) {
    if (named) {
      return;
    }
    if (mixed > 0) {
      value(Kind.FORMATTED, 0, null);
    } else {
      value(kind, bit, null);
    }
  }

  @Override
  public void text(String value) {
    int t = token;
    if (kinds[t] == Kind.TEXT && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(Kind.TEXT, 0, value);
    }
  }

  @Override
  public void attributeText(String value) {
    int t = token;
    if (kinds[t] == Kind.ATTRIBUTE && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.attributeText(value);
    if (!named) {
      value(Kind.ATTRIBUTE, 0, value);
    }
  }

  @Override
  public void text(BigInteger value) {
    int t = token;
    if (kinds[t] == Kind.INTEGER && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value.toString()); // the superclass might write it as a long, through this class
    if (!named) {
      value(Kind.INTEGER, 0, value);
    }
  }

  @Override
  public void text(BigDecimal value) {
    int t = token;
    if (kinds[t] == Kind.DECIMAL && value.equals(refs[t])) {
      token = t + 1;
      return;
    }
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(Kind.DECIMAL, 0, value);
    }
  }

  @Override
  public void text(XMLGregorianCalendar value) {
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
    }
  }

  @Override
  public void text(Duration value) {
    if (!named) {
      discard();
    }
    super.text(value);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
    }
  }

  @Override
  protected void verbatim(String value) {
    if (!named) {
      discard();
    }
    super.verbatim(value);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
    }
  }

  @Override
  public void base64(byte[] value) {
    if (!named) {
      discard();
    }
    super.base64(value);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
    }
  }

  @Override
  public void hex(byte[] value) {
    if (!named) {
      discard();
    }
    super.hex(value);
    if (!named) {
      value(Kind.FORMATTED, 0, null);
    }
  }

  // ---- arrays of numbers ----

  @Override
  public void items(int[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.INT, items, start, next, end);
    }
  }

  @Override
  public void items(long[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.LONG, items, start, next, end);
    }
  }

  @Override
  public void items(float[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.FLOAT, items, start, next, end);
    }
  }

  @Override
  public void items(double[] items, byte[] start, byte[] next, byte[] end) {
    if (isEntries(items.length)) {
      super.items(items, start, next, end);
    } else {
      block(NumberType.DOUBLE, items, start, next, end);
    }
  }

  private boolean isEntries(int length) {
    return named || length < MIN_BLOCK_ITEMS;
  }

  /**
   * Takes an array as one block of its own chunks, between the chunk that ends with {@code start}
   * and the one that begins with {@code end}.
   */
  private void block(NumberType type, Object items, byte[] start, byte[] next, byte[] end) {
    int length = type.length(items);
    if (length > options.maxArrayItems()) {
      throw new LongArrayException(length, options.maxArrayItems());
    }
    Stuffing stuffing = mixed > 0 ? Stuffing.NONE : options.stuffing();
    raw(start);
    if (inserting == 0
        && token == source.count
        && source.block != null
        && source.block.holds(type, next, stuffing)) {
      NumberBlock block = source.block;
      if (block.owner() != owner) {
        ownSource();
        block = block.copy(owner);
        source.block = block;
      }
      resized |= block.update(items, stamp, tracked.changedItems(depth, items), update);
      leaveChunk();
    } else {
      openAtCursor();
      target.block = new NumberBlock(owner, type, next, stuffing, options);
      target.block.update(items, stamp, Tracked.EVERYTHING, update);
      closeTarget();
      target = newChunk();
    }
    raw(end);
  }
}
