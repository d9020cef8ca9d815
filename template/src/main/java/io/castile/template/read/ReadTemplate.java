package io.castile.template.read;

import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.XmlInternals;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last message of an operation with the values that were read from it, so that only the changes
 * of the next one are parsed: differential deserialization, which the work on differential
 * serialization names as its counterpart (bSOAP, HPDC 2004, §6).
 *
 * <pre>{@code
 * reader.reset(bytes, 0, bytes.length);
 * reader.nextChild(null);
 * boolean read = false;
 * template.begin(reader);
 * try {
 *   order = codec.read(reader);
 *   read = true;
 * } finally {
 *   template.end(reader, read);
 * }
 * }</pre>
 *
 * <p>The result equals that of a plain read, errors included. The values kept here are private: a
 * caller gets a copy, unless the options say that values are {@linkplain ReadOptions#shared
 * shared}. A failed read leaves this as it was. Messages that have too little in common with the
 * ones before are read plainly, for a while that doubles as long as that goes on.
 *
 * <p>Owned by one thread at a time.
 */
public final class ReadTemplate extends ElementCache {
  private static final int MAX_PAUSE = 1024;

  /**
   * Where less than this share of the bytes is recalled, finding it, remembering the rest and
   * making a copy take about as long as a plain read.
   */
  private static final double WORTHWHILE = 0.75;

  /** How many bytes the values of one byte of text are held to take. */
  private static final int VALUE_SHARE = 3;

  /** So much of a message is compared to find the one that it is most like. */
  static final int MAX_STARTS = 64 << 10;

  /** A row of fewer numbers is read as it is. */
  private static final int MIN_ROW = 4;

  /** How many bits of a {@linkplain SectionTable#place place} are the scope's number. */
  private static final int SCOPE_BITS = 6;

  private static final byte[] NO_BYTES = {};

  private final ReadOptions options;
  private final double worthwhile;
  private final Scopes scopes = new Scopes(ElementCache::sameScope);
  private final CommonBytes common = new CommonBytes();
  private final SectionWalk walk = new SectionWalk(common);
  private final NumberMatch row = new NumberMatch(common);

  // ---- the message that is remembered ----

  private byte[] document = NO_BYTES;
  private int length; // 0 for none
  private @Nullable XmlLimits limits; // that it was held to
  private SectionTable old = new SectionTable();
  private boolean proven;

  /** Whether the last message had too little in common with the one that is remembered. */
  private boolean poor;

  /** So many messages are to be read plainly before the next attempt. */
  private int pause;

  private int nextPause = 1;

  // ---- the message that is read ----

  private boolean active;

  /** Whether it differs from the one before, so that it is to be remembered in its place. */
  private boolean recording;

  private byte[] bytes = NO_BYTES;
  private int base;
  private int size;
  private int shiftOfEnd;
  private long recalledBytes;
  private SectionTable now = new SectionTable();

  /** Where an item was looked for in vain: its bean need not be. */
  private int triedAt;

  private @Nullable Object rowProperty;
  private int rowPlace;
  private int rowDepth;
  private int foundNumbers;

  // ---- while it is in a store, whose they are ----

  @Nullable Object home;
  long lastUsed;
  long heldBytes;

  /** Whether the message that it is lent for begins otherwise than the one remembered. */
  boolean unlike;

  /** Whether the last such message had little in common with it. */
  boolean refusesUnlike;

  // ---- statistics ----

  private long identical;
  private long changed;
  private long different;
  private long plain;
  private long allRecalledBytes;
  private long totalBytes;

  /** A template that remembers nothing yet. */
  public ReadTemplate(ReadOptions options) {
    this(options, WORTHWHILE);
  }

  private ReadTemplate(ReadOptions options, double worthwhile) {
    this.options = Objects.requireNonNull(options, "options");
    this.worthwhile = worthwhile;
  }

  /** For tests: a template that remembers messages however little they have in common. */
  static ReadTemplate persistent(ReadOptions options) {
    return new ReadTemplate(options, 0);
  }

  // ---- from message to message ----

  @Override
  public void begin(XmlReader in) {
    bytes = document(in);
    base = documentStart(in);
    size = documentEnd(in) - base;
    if (pause > 0 || size > options.maxBytes()) {
      pause = Math.max(0, pause - 1);
      plain++;
      bytes = NO_BYTES;
      return;
    }
    if (limits(in) != limits && !limits(in).equals(limits)) {
      forget();
      limits = limits(in);
    }
    active = true;
    recalledBytes = 0;
    triedAt = -1;
    shiftOfEnd = size - length;
    common.reset(bytes, base, size, document, length);
    recording = !common.all();
    walk.reset(old, shiftOfEnd);
    attach(in);
  }

  @Override
  public void end(XmlReader in, boolean read) {
    if (XmlInternals.memory(in) == this) {
      detach(in);
    }
    if (active && read) {
      count();
      if (!recording) {
        poor = false;
      } else if (now.count() > 0) {
        learn();
      }
    }
    stop();
  }

  /**
   * Keeps the message, unless it has little in common with the one before. The first such message
   * may be one that comes in between, so what is remembered stays.
   */
  private void learn() {
    if (length == 0 || recalledBytes >= size * worthwhile) {
      nextPause = length > 0 ? 1 : nextPause;
      poor = false;
      keep();
    } else if (poor) {
      giveUp();
    } else {
      poor = true;
    }
  }

  private void count() {
    allRecalledBytes += recalledBytes;
    totalBytes += size;
    if (!recording) {
      identical++;
    } else if (recalledBytes > 0) {
      changed++;
    } else {
      different++;
    }
  }

  /** Makes the new message the one that is remembered. */
  private void keep() {
    copy();
    length = size;
    proven = true;
    SectionTable unused = old;
    old = now;
    now = unused;
  }

  private void copy() {
    if (document.length < size || document.length > 4L * size + 1024) {
      document = new byte[size + (size >> 3)];
    }
    System.arraycopy(bytes, base, document, 0, size);
  }

  /** Messages differ too much: forgets them, and waits longer than the last time. */
  private void giveUp() {
    forget();
    pause = nextPause;
    nextPause = Math.min(2 * nextPause, MAX_PAUSE);
  }

  /** Forgets the message. */
  private void forget() {
    old.truncate(0);
    old = new SectionTable(); // however large it was
    document = NO_BYTES;
    length = 0;
    proven = false;
    poor = false;
    scopes.clear();
  }

  @Override
  public void refuse() {
    nextPause = MAX_PAUSE;
    giveUp();
    stop();
  }

  /** Takes no more part in reading this message, nor remembers anything of it. */
  private void stop() {
    active = false;
    now.truncate(0);
    row.clear();
    common.clear();
    bytes = NO_BYTES;
  }

  /** Returns the counters of reading with this template. A snapshot. */
  public ReadStatistics statistics() {
    return new ReadStatistics(identical, changed, different, plain, allRecalledBytes, totalBytes);
  }

  /** Returns the memory that a template holds at least for a message of a size. */
  static long leastFootprint(long messageBytes) {
    return (1 + VALUE_SHARE) * messageBytes;
  }

  /** The memory that is held, in bytes; that of the values is a guess from their text. */
  public long footprint() {
    return document.length
        + (long) VALUE_SHARE * length
        + old.footprint()
        + now.footprint()
        + row.footprint();
  }

  /** Whether nothing is remembered. */
  boolean isEmpty() {
    return length == 0;
  }

  /** Whether the last message had little in common with the one that is remembered. */
  boolean isPoor() {
    return poor;
  }

  /** Whether the next message is to be read plainly. */
  boolean isPaused() {
    return pause > 0;
  }

  /** How many bytes a message has in common with the one remembered, from its start on. */
  int commonStart(byte[] message) {
    int most = Math.min(MAX_STARTS, Math.min(message.length, length));
    int at = Arrays.mismatch(message, 0, most, document, 0, most);
    return at < 0 ? most : at;
  }

  @Override
  public boolean isShared() {
    return options.shared();
  }

  @Override
  public boolean wantsProof() {
    return !proven;
  }

  // ---- beans ----

  @Override
  public @Nullable Object recall(XmlReader in, Object key) {
    int place = place(in);
    if (place < 0) {
      return null;
    }
    int p = elementStart(in) - base;
    SectionCursor level = walk.around(in.depth(), now);
    if (p == triedAt) {
      walk.locate(level, place, key, null);
    } else {
      int found = walk.find(level, p, place, key, null);
      if (found >= 0) {
        take(in, level, found, found, p);
        return old.value(found);
      }
    }
    int section = -1;
    if (recording) {
      section = now.add(p, place, key);
    }
    walk.open(in.depth(), section);
    return null;
  }

  @Override
  public void remember(XmlReader in, Object value, boolean recallable) {
    if (!active) {
      return;
    }
    SectionCursor level = walk.close(in.depth());
    if (level == null || level.section < 0) {
      return;
    }
    int section = level.section;
    now.finish(section, elementEnd(in) - base, recallable ? value : null);
    walk.around(in.depth(), now).finished(section);
  }

  // ---- items ----

  @Override
  public boolean recallItems(XmlReader in, Object property, Collection<Object> into) {
    int place = place(in);
    if (place < 0) {
      return false;
    }
    int p = elementStart(in) - base;
    SectionCursor level = walk.around(in.depth(), now);
    int found = walk.find(level, p, place, null, property);
    if (found < 0) {
      triedAt = p;
      return false;
    }
    int last = walk.lastOfRow(level, found, p);
    for (int i = found; i <= last; i += old.size(i)) {
      into.add(old.value(i));
    }
    take(in, level, found, last, p);
    return true;
  }

  @Override
  public void rememberItem(
      XmlReader in, Object property, @Nullable Object value, boolean recallable) {
    if (!active) {
      return;
    }
    int p = elementStart(in) - base;
    SectionCursor level = walk.around(in.depth(), now);
    boolean bean = recording && level.last >= 0 && now.start(level.last) == p;
    if (!bean) {
      walk.passed(level);
    }
    if (!recording || !recallable) {
      return;
    }
    if (!bean) {
      addItem(in, level, p, value);
    }
    now.setProperty(level.last, property);
    now.setFollows(level.last, joins(level.before, property, p));
  }

  /** Adds a section that is no bean, in place of those inside of it. */
  private void addItem(XmlReader in, SectionCursor level, int p, @Nullable Object value) {
    int inside = now.count();
    while (inside > 0 && now.start(inside - 1) > p) {
      inside--;
    }
    if (inside < now.count()) {
      now.truncate(inside);
      level.last = -1; // was one of those
    }
    int section = now.add(p, place(in), null);
    now.finish(section, elementEnd(in) - base, value);
    level.finished(section);
  }

  /** Whether an item at {@code p} stands directly behind a section that is one of the property. */
  private boolean joins(int section, @Nullable Object property, int p) {
    return section >= 0
        && property != null
        && now.property(section) == property
        && isBlank(bytes, base + now.end(section), base + p);
  }

  /** Takes over old sections, which are equal to what begins at {@code p}. */
  private void take(XmlReader in, SectionCursor level, int found, int last, int p) {
    int shift = p - old.start(found);
    int behind = last + old.size(last);
    if (recording) {
      int first = now.addAll(old, found, behind, shift);
      now.setFollows(first, joins(level.last, old.property(found), p));
      level.finished(first + last - found);
    }
    level.recalled(behind);
    recalledBytes += old.end(last) - old.start(found);
    jump(in, base + old.start(last) + shift, base + old.end(last) + shift);
  }

  /** Depth and scope of the current element as one number; -1 if there is nothing to be had. */
  private int place(XmlReader in) {
    if (!active) {
      return -1;
    }
    int scope = scopes.number(outerScope(in));
    if (scope < 0) {
      giveUp();
      stop();
      return -1;
    }
    return in.depth() << SCOPE_BITS | scope;
  }

  // ---- numbers ----

  @Override
  public void beginNumbers(XmlReader in, Object property, Class<?> type) {
    rowProperty = property;
    rowPlace = place(in);
    rowDepth = in.depth();
    NumberRow known = null;
    int found = -1;
    if (rowPlace >= 0) {
      SectionCursor level = walk.around(rowDepth, now);
      found = walk.locate(level, rowPlace, SectionTable.ROW, property);
      if (found >= 0) {
        level.recalled(found + 1);
        known = (NumberRow) old.value(found);
      }
    }
    boolean fits = known != null && known.numbers.getClass() == type;
    row.begin(fits ? known : null, fits ? old.start(found) : 0, document, shiftOfEnd);
  }

  @Override
  public int recallNumbers(XmlReader in) {
    if (!active) {
      return 0;
    }
    int p = elementStart(in) - base;
    foundNumbers = row.find(p);
    if (foundNumbers == 0) {
      return 0;
    }
    int first = row.oldStartOf(row.next() - foundNumbers);
    int last = row.next() - 1;
    int shift = p - first;
    if (recording) {
      row.recalled(foundNumbers, p, isBlank(bytes, base + row.end(p), base + p));
    }
    recalledBytes += row.oldEndOf(last) - first;
    jump(in, base + row.oldStartOf(last) + shift, base + row.oldEndOf(last) + shift);
    return foundNumbers;
  }

  @Override
  public Object numbers() {
    return row.numbers();
  }

  @Override
  public int numbersFrom() {
    return row.next() - foundNumbers;
  }

  @Override
  public void numberRead(XmlReader in) {
    if (active) {
      int p = elementStart(in) - base;
      row.read(p, elementEnd(in) - base, isBlank(bytes, base + row.end(p), base + p));
    }
  }

  @Override
  public void endNumbers(Object array) {
    if (!active || !recording || row.count() < MIN_ROW) {
      return;
    }
    SectionCursor level = walk.around(rowDepth, now);
    int section = now.add(row.start, rowPlace, SectionTable.ROW);
    now.finish(section, row.end(0), row.finish(array));
    now.setProperty(section, rowProperty);
    level.finished(section);
  }
}
