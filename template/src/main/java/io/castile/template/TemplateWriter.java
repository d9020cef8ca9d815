package io.castile.template;

import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlWriter;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * <p>Where room must be made, or entries come or go, the chunk is laid out anew: entries before the
 * cursor that are not yet copied, from {@link #copied} on, go to {@link #target} in runs.
 * Invariant: target holds what the message has up to entry {@code copied} of {@link #source}.
 *
 * <p>The class is one loop turned inside out: each method that writes is one step of it.
 */
final class TemplateWriter extends XmlWriter {
  /** Arrays of numbers that are shorter than this are entries like all others. */
  private static final int MIN_BLOCK_ITEMS = 32;

  /** Times that the rest of a chunk is moved before it is laid out anew instead. */
  private static final int MAX_SHIFTS = 4;

  private final TemplateOptions options;
  private final Padding padding;

  /** Owner of the chunks that may be changed. */
  private final Object owner;

  private final Update update = new Update();

  /** The message, and the message that this update makes of it. */
  private List<Chunk> chunks = new ArrayList<>();

  private List<Chunk> next = new ArrayList<>();

  private int index; // of source in chunks
  private Chunk source = Chunk.EMPTY;
  private Chunk target; // null where source is changed in place
  private Chunk spare; // kept for the next target
  private int copied;
  private int shifts; // left for source
  private boolean resized; // some size has changed, or an entry has come or gone
  private long stamp;

  /**
   * The cursor, and the columns of the chunk in which it stands; while nothing is compared ({@link
   * #inserting}, {@link #named}) those of the empty chunk, and {@link #held} is the cursor.
   */
  private int token;

  private byte[] kinds;
  private long[] bits;
  private Object[] refs;
  private int held;

  /** How many application objects, one in the other, are being written that were not there. */
  private int inserting;

  /** Whether an element is being written by name: it is one formatted value in the end. */
  private boolean named;

  /** Nesting of mixed content, which is never padded. */
  private int mixed;

  /** Markup that was looked for in vain from where the cursor stands. */
  private final Object[] missing = new Object[4];

  private int missingCount;
  private int missingAt; // the cursor when they were looked for

  /** How many application objects, one in the other, are being written. */
  private int depth;

  private final TrackedPath tracked = new TrackedPath();

  TemplateWriter(TemplateOptions options, Object owner) {
    super(256);
    this.options = options;
    this.padding = options.padding();
    this.owner = owner;
  }

  List<Chunk> chunks() {
    return chunks;
  }

  /** Takes over the message of another template; from now on both copy a chunk that changes. */
  void share(TemplateWriter other) {
    for (Chunk chunk : other.chunks) {
      chunk.owner = null;
      if (chunk.block != null) {
        chunk.block.disown();
      }
      chunks.add(chunk);
    }
  }

  // ---- an update ----

  void begin() {
    reset();
    next.clear();
    index = 0;
    target = null;
    inserting = 0;
    named = false;
    mixed = 0;
    depth = 0;
    resized = false;
    tracked.clear();
    stamp = Stamps.next();
    update.begin(chunks.isEmpty());
    enter(chunks.isEmpty() ? Chunk.EMPTY : chunks.get(0));
  }

  /** Ends the update: what the message had behind the cursor has gone. */
  Update end() {
    while (source != Chunk.EMPTY) {
      removeTo(source.count);
      if (source.block != null) {
        dropBlock();
      }
      leaveChunk();
    }
    closeTarget();
    List<Chunk> old = chunks;
    chunks = next;
    next = old;
    next.clear();
    update.end(resized);
    return update;
  }

  private void enter(Chunk chunk) {
    source = chunk;
    copied = 0;
    shifts = MAX_SHIFTS;
    missingCount = 0;
    watch(0);
  }

  /** Compares what comes with the entries from {@code entry} on. */
  private void watch(int entry) {
    token = entry;
    kinds = source.kinds;
    bits = source.bits;
    refs = source.refs;
  }

  /** Compares nothing until {@link #resume}. */
  private void suspend() {
    held = token;
    token = 0;
    kinds = Chunk.EMPTY.kinds;
    bits = Chunk.EMPTY.bits;
    refs = Chunk.EMPTY.refs;
  }

  private void resume() {
    watch(held);
  }

  /** Goes on to the next chunk if the cursor is behind all entries of this one. */
  private boolean advance() {
    if (token < source.count || source == Chunk.EMPTY || source.block != null) {
      return false;
    }
    leaveChunk();
    return source != Chunk.EMPTY;
  }

  /** Leaves the source for the next chunk; its block, if it still has one, is kept. */
  private void leaveChunk() {
    if (target == null) {
      next.add(source);
    } else {
      flush(source.count);
      NumberBlock block = source.block;
      recycle(source);
      if (block != null) {
        target.block = block;
        closeTarget();
      } else if (target.used >= options.chunkBytes() / 8) {
        closeTarget();
      } // else it has become small, and takes in the next
    }
    index++;
    enter(index < chunks.size() ? chunks.get(index) : Chunk.EMPTY);
  }

  // ---- laying out anew ----

  private void openTarget() {
    if (target == null) {
      target = newChunk();
      resized = true;
    }
  }

  private Chunk newChunk() {
    Chunk chunk = spare;
    spare = null;
    return chunk != null ? chunk : new Chunk(owner, options.chunkBytes(), 64);
  }

  /** Keeps a chunk that is not needed any more for the next use. */
  private void recycle(Chunk chunk) {
    if (spare == null && chunk.owner == owner && chunk.bytes.length <= options.splitBytes()) {
      chunk.clear();
      spare = chunk;
    }
  }

  private void closeTarget() {
    if (target != null) {
      if (target.count > 0 || target.block != null) {
        next.add(target);
        update.rebuilt++;
      } else {
        recycle(target);
      }
      target = null;
    }
  }

  /** Closes the target if it is full; a value and the markup behind it stay together. */
  private void splitIfFull(int more) {
    int limit = source == Chunk.EMPTY ? options.chunkBytes() : options.splitBytes();
    if (target.used > 0
        && target.used + more > limit - options.reserveBytes()
        && !Kind.isValue(target.kinds[target.count - 1])) {
      checkSize();
      closeTarget();
      target = newChunk();
    }
  }

  private void checkSize() {
    long size = 0;
    for (Chunk chunk : next) {
      size += chunk.used;
    }
    if (size + target.used > XmlWriter.DEFAULT_MAX_BYTES) {
      throw new XmlLimitException(
          "the message is larger than " + XmlWriter.DEFAULT_MAX_BYTES + " bytes", "", -1);
    }
  }

  /** Copies the entries from {@link #copied} up to {@code end} to the target. */
  private void flush(int end) {
    if (copied < end && source.kinds[copied] == Kind.MARKUP) {
      // Its beginning may stand before its own bytes, behind a value that is not copied.
      target.appendMarkup((byte[]) source.refs[copied], source.stamps[copied]);
      copied++;
    }
    int last = end - 1;
    boolean cut = last >= copied && source.pad(last) > 0 && padding == Padding.OUTSIDE;
    int whole = cut ? last : end;
    while (copied < whole) {
      splitIfFull(source.widths[copied]);
      int part = partThatFits(whole);
      target.appendRun(source, copied, part);
      copied = part;
    }
    if (cut) { // the end tag behind it may be another one now
      target.appendValue(
          source.kinds[last],
          source.bits[last],
          source.refs[last],
          source.bytes,
          source.offsets[last],
          source.lengths[last],
          source.pad(last),
          padding,
          source.stamps[last]);
      copied = end;
    }
  }

  /**
   * The end of the run of entries from {@link #copied} that fits into the target, at least one
   * entry, not between a value and the markup behind it.
   */
  private int partThatFits(int end) {
    int room = options.splitBytes() - options.reserveBytes() - target.used;
    int start = source.offsets[copied];
    if (source.end(end - 1) - start <= room) {
      return end;
    }
    int part = copied + 1;
    while (part < end
        && (source.end(part) - start <= room || Kind.isValue(source.kinds[part - 1]))) {
      part++;
    }
    return part;
  }

  /** Sees to it that what comes can be appended to the target. */
  private void openAtCursor() {
    openTarget();
    if (inserting == 0 && !named) {
      flush(token);
    } else {
      flush(held);
    }
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

  /**
   * Looks for markup behind the cursor, in the same application object; if it is there, what lies
   * between is removed and the cursor set on it.
   */
  private boolean seek(byte[] markup) {
    if (!Markup.isDistinct(markup) || isKnownMissing(markup)) {
      return false;
    }
    boolean inTag = Markup.isInTag(markup);
    int nested = 0;
    Chunk chunk = source;
    for (int c = index, i = token; ; i++) {
      while (i == chunk.count) {
        c++;
        if (c >= chunks.size() || chunk == Chunk.EMPTY) {
          return isMissing(markup);
        }
        chunk = chunks.get(c);
        i = 0;
      }
      switch (chunk.kinds[i]) {
        case Kind.BEGIN -> nested++;
        case Kind.END -> nested--;
        case Kind.MARKUP -> {
          byte[] found = (byte[]) chunk.refs[i];
          if (nested == 0 && found == markup) {
            removeTo(c, i);
            return true;
          }
          if (inTag && nested == 0 && !Markup.isInTag(found)) {
            return isMissing(markup); // the start tag ends here
          }
        }
        default -> {}
      }
      if (nested < 0) {
        return isMissing(markup);
      }
    }
  }

  private boolean isKnownMissing(byte[] markup) {
    if (missingAt != token) {
      missingCount = 0;
    }
    for (int i = 0; i < missingCount; i++) {
      if (missing[i] == markup) {
        return true;
      }
    }
    return false;
  }

  /** Remembers that markup is not to be found from here; returns false. */
  private boolean isMissing(byte[] markup) {
    missingAt = token;
    if (missingCount < missing.length) {
      missing[missingCount++] = markup;
    }
    return false;
  }

  // ---- removing ----

  /** Removes everything from the cursor up to entry {@code entry} of chunk {@code chunk}. */
  private void removeTo(int chunk, int entry) {
    while (index < chunk) {
      removeTo(source.count);
      if (source.block != null) {
        dropBlock();
      }
      leaveChunk();
    }
    removeTo(entry);
  }

  private void removeTo(int entry) {
    if (entry > token) {
      openTarget();
      flush(token);
      update.removed += entry - token;
      copied = entry;
      watch(entry);
      missingCount = 0;
    }
  }

  /** Removes the block behind the source, all of whose entries have been passed. */
  private void dropBlock() {
    openTarget();
    ownSource();
    update.removed += source.block.count();
    source.block = null;
  }

  /** Sees to it that the source may be changed. */
  private void ownSource() {
    if (source.owner != owner) {
      boolean watched = kinds == source.kinds;
      source = source.copy(owner);
      chunks.set(index, source);
      if (watched) {
        watch(token);
      }
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

  private boolean isSame(int t, byte kind, long bit, Object ref) {
    if (kind == Kind.FORMATTED) {
      int at = source.offsets[t];
      return Arrays.equals(source.bytes, at, at + source.lengths[t], buffer(), 0, size());
    }
    return Kind.isBounded(kind) ? bits[t] == bit : ref.equals(refs[t]);
  }

  private void append(byte kind, long bit, Object ref, int width) {
    int length = size();
    int pad = 0;
    if (Kind.isBounded(kind)) {
      int wanted =
          switch (options.stuffing()) {
            case NONE -> 0;
            case ADAPTIVE -> width;
            case MAXIMUM -> Kind.maxWidth(kind);
          };
      pad = Math.max(0, wanted - length);
    }
    target.appendValue(kind, bit, ref, buffer(), 0, length, pad, padding, stamp);
  }

  /**
   * Writes a new value over the one at entry {@code t}: in its place if that is wide enough; else
   * the field steals from its neighbour; else what follows in the chunk is shifted; else the chunk
   * is laid out anew, and split if it has become too large.
   */
  private void replace(int t, byte kind, long bit, Object ref) {
    update.written++;
    int length = size();
    int width = source.widths[t];
    int more = length - width;
    boolean fits = more == 0 || (more < 0 && mayPad(t, kind));
    if (!fits && (target != null || !makeRoom(t, more))) {
      openTarget();
      flush(t);
      append(kind, bit, ref, width);
      copied = t + 1;
      watch(t);
      return;
    }
    ownSource();
    source.overwrite(t, buffer(), length, padding);
    source.bits[t] = bit;
    source.refs[t] = ref;
    source.stamps[t] = stamp;
  }

  private boolean mayPad(int t, byte kind) {
    return Kind.isBounded(kind)
        && options.stuffing() != Stuffing.NONE
        && (padding == Padding.INSIDE || source.endTagAfter(t) > 0);
  }

  private boolean makeRoom(int t, int more) {
    ownSource();
    if (more > 0 && options.stuffing() != Stuffing.NONE && source.steal(t, more, padding)) {
      update.stolen++;
      resized = true;
      return true;
    }
    if (shifts > 0 && source.shift(t, more)) {
      shifts--;
      update.shifted++;
      resized = true;
      return true;
    }
    return false;
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

  /** The memory that the message takes, roughly. */
  long footprint() {
    long sum = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      sum += chunk.footprint() + (chunk.block == null ? 0 : chunk.block.footprint());
    }
    return sum + (spare == null ? 0 : spare.footprint());
  }
}
