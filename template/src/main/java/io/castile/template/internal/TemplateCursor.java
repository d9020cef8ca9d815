package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.entry.EntryKind;
import io.castile.template.entry.MarkupBytes;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The saved message with the cursor that walks over it, and all that is done to its chunks.
 *
 * <p>Where room must be made, or entries come or go, the chunk is laid out anew: entries before the
 * cursor that are not yet copied, from {@link #copied} on, go to {@link #target} in runs.
 * Invariant: target holds what the message has up to entry {@code copied} of {@link #source}.
 */
abstract class TemplateCursor extends XmlWriter {
  /** Times that the rest of a chunk is moved before it is laid out anew instead. */
  private static final int MAX_SHIFTS = 4;

  /** Chunks that are looked at to see whether a message goes on as it is. */
  private static final int SAMPLES = 8;

  /** The room in the first chunk of a message until that is known to be larger. */
  private static final int FEW_BYTES = 512;

  /** The room that most values fit into. */
  private static final int VALUE_BYTES = 64;

  /** Chunks of at least this size are kept for the next use, if there was one lately. */
  private static final int SPARE_BYTES = 8 << 10;

  final TemplateOptions options;
  final Padding padding;

  /** Owner of the chunks that may be changed. */
  final Object owner;

  final UpdateResult update = new UpdateResult();

  /** The message, and the message that this update makes of it. */
  private List<Chunk> chunks = new ArrayList<>();

  private List<Chunk> next = new ArrayList<>();

  int index; // of source in chunks
  Chunk source = Chunk.EMPTY;
  @Nullable Chunk target; // null where source is changed in place
  private @Nullable Chunk spare; // kept for the next target
  int copied;
  private int shifts; // left for source
  boolean resized; // some size has changed, or an entry has come or gone

  /**
   * The cursor, and the columns of the chunk in which it stands; while nothing is compared ({@link
   * #inserting}, {@link #named}) those of the empty chunk, and {@link #held} is the cursor.
   */
  int token;

  byte[] kinds;
  long[] bits;
  Object[] refs;
  int held;

  /** How many application objects, one in the other, are being written that were not there. */
  int inserting;

  /** Whether an element is being written by name: it is one formatted value in the end. */
  boolean named;

  /** Whether the update was abandoned: nothing can be compared with its message. */
  private boolean abandoned;

  /** The size of the pieces of a plain message so far. */
  private long plainBytes;

  final ResizeMonitor resizes = update.resizes;

  /** How many entries of the source {@link #resizes} has been told of. */
  private int looked;

  /** How many application objects and lists, one in the other, are being written. */
  int depth;

  /** The lists among them. */
  final ListPath lists = new ListPath();

  final Lookahead ahead = new Lookahead();

  /** The objects that were not found from where the cursor stands. */
  private final Object[] missing = new Object[4];

  private int missingCount;
  private int missingAt; // the cursor when they were looked for

  TemplateCursor(TemplateOptions options, Object owner) {
    super(VALUE_BYTES);
    this.options = options;
    this.padding = options.padding();
    this.owner = owner;
    watch(0);
  }

  final List<Chunk> chunks() {
    return chunks;
  }

  /** Forgets what the writer of a row holds. */
  static void restart(XmlWriter row) {
    discard(row);
  }

  /** Takes over the message of another template; from now on both copy a chunk that changes. */
  final void share(TemplateCursor other) {
    for (Chunk chunk : other.chunks) {
      chunk.owner = null;
      if (chunk.block != null) {
        chunk.block.disown();
      }
      chunks.add(chunk);
    }
  }

  // ---- an update ----

  /**
   * Sets the cursor on the beginning of the message, of which nothing is there to compare with if
   * the last update was abandoned.
   *
   * @param messageBytes the size of the message
   */
  final void beginUpdate(long messageBytes) {
    reset();
    next.clear();
    if (abandoned) {
      abandoned = false;
      chunks.clear();
    }
    resizes.begin(options.abandons() ? messageBytes : 0);
    index = 0;
    target = null;
    inserting = 0;
    named = false;
    depth = 0;
    lists.clear();
    resized = false;
    update.begin(chunks.isEmpty());
    enterChunk(chunks.isEmpty() ? Chunk.EMPTY : chunks.get(0));
  }

  /** Ends the update: what the message had behind the cursor has gone. */
  final UpdateResult end() {
    while (source != Chunk.EMPTY) {
      removeTo(source.count);
      if (source.block != null) {
        dropBlock(source.block);
      }
      leaveChunk();
    }
    closeTarget();
    if (update.rebuilt == 0) {
      spare = null; // sizes have settled
    }
    ahead.clear();
    List<Chunk> old = chunks;
    chunks = next;
    next = old;
    next.clear();
    update.end(resized);
    return update;
  }

  /** Makes the message one that is written plainly: it comes by {@link #addPlain}. */
  final void beginPlain() {
    ahead.clear();
    target = null;
    source = Chunk.EMPTY;
    watch(0);
    next.clear();
    chunks.clear();
    plainBytes = 0;
  }

  /** Adds the next piece of a plain message. */
  final void addPlain(byte[] bytes, int used) {
    Chunk chunk = new Chunk(owner, 0, 0);
    chunk.bytes = bytes;
    chunk.used = used;
    chunks.add(chunk);
    plainBytes += used;
    checkSize(plainBytes);
  }

  /** Ends a plain message, which is none to compare with. */
  final UpdateResult endPlain() {
    abandoned = true;
    update.abandoned = true;
    update.end(true);
    return update;
  }

  /** Whether the last update was abandoned. */
  final boolean isAbandoned() {
    return abandoned;
  }

  private void enterChunk(Chunk chunk) {
    source = chunk;
    copied = 0;
    looked = 0;
    shifts = MAX_SHIFTS;
    missingCount = 0;
    watch(0);
  }

  /** Compares what comes with the entries from {@code entry} on. */
  final void watch(int entry) {
    token = entry;
    kinds = source.kinds;
    bits = source.bits;
    refs = source.refs;
  }

  /** Compares nothing until {@link #resume}. */
  final void suspend() {
    held = token;
    token = 0;
    kinds = Chunk.EMPTY.kinds;
    bits = Chunk.EMPTY.bits;
    refs = Chunk.EMPTY.refs;
  }

  final void resume() {
    watch(held);
  }

  /** Goes on to the next chunk if the cursor is behind all entries of this one. */
  final boolean advance() {
    if (token < source.count || source == Chunk.EMPTY || source.block != null) {
      return false;
    }
    leaveChunk();
    return source != Chunk.EMPTY;
  }

  /** Leaves the source for the next chunk; its block, if it still has one, is kept. */
  final void leaveChunk() {
    lists.endChunk(source.count);
    if (target == null) {
      next.add(source);
      resizes.breakRun();
    } else {
      look(source.count);
      flush(source.count);
      ItemBlock block = source.block;
      recycle(source);
      if (block != null) {
        target.block = block;
        closeTarget();
      } else if (target.used >= options.chunkBytes() / 8) {
        closeTarget();
      } // else it has become small, and takes in the next
    }
    index++;
    enterChunk(index < chunks.size() ? chunks.get(index) : Chunk.EMPTY);
  }

  // ---- laying out anew ----

  /** The chunk to which entries are appended, once there is one. */
  @SuppressWarnings("NullAway") // behind openTarget or openAtCursor
  final Chunk target() {
    return target;
  }

  private void openTarget() {
    if (target == null) {
      target = newChunk();
      resized = true;
    }
  }

  /**
   * A chunk that is laid out anew will be about as large as before, and one that is new as large as
   * the one before it.
   */
  final Chunk newChunk() {
    Chunk chunk = spare;
    if (chunk != null) {
      spare = null;
      return chunk;
    }
    Chunk like = source == Chunk.EMPTY && !next.isEmpty() ? next.get(next.size() - 1) : source;
    boolean isLarge = like.used >= options.chunkBytes() / 2;
    int expected = isLarge ? options.chunkBytes() : Math.max(FEW_BYTES, like.used + like.used / 8);
    return new Chunk(owner, Math.min(options.chunkBytes(), expected), like.count);
  }

  /** Keeps a large chunk that is not needed any more for the next use. */
  private void recycle(Chunk chunk) {
    if (spare == null
        && chunk.owner == owner
        && chunk.bytes.length >= SPARE_BYTES
        && chunk.bytes.length <= options.splitBytes()) {
      chunk.clear();
      spare = chunk;
    }
  }

  final void closeTarget() {
    if (target != null) {
      if (target.count > 0 || target.block != null) {
        target.trim();
        next.add(target);
        update.rebuilt++;
      } else {
        recycle(target);
      }
      target = null;
    }
  }

  /** Closes the target if it is full; a value and the markup behind it stay together. */
  final void splitIfFull(int more) {
    int limit = source == Chunk.EMPTY ? options.chunkBytes() : options.splitBytes();
    Chunk open = target();
    if (open.used > 0
        && open.used + more > limit - options.reserveBytes()
        && !EntryKind.isValue(open.kinds[open.count - 1])) {
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
    checkSize(size + target().used);
  }

  private static void checkSize(long size) {
    if (size > XmlWriter.DEFAULT_MAX_BYTES) {
      throw new XmlLimitException(
          "the message is larger than " + XmlWriter.DEFAULT_MAX_BYTES + " bytes", "", -1);
    }
  }

  /** Copies the entries from {@link #copied} up to {@code end} to the target. */
  final void flush(int end) {
    if (copied < end && source.kinds[copied] == EntryKind.MARKUP) {
      // Its beginning may stand before its own bytes, behind a value that is not copied.
      target().appendMarkup((byte[]) source.refs[copied]);
      copied++;
    }
    int last = end - 1;
    boolean cut = last >= copied && source.pad(last) > 0 && padding == Padding.OUTSIDE;
    int whole = cut ? last : end;
    while (copied < whole) {
      splitIfFull(source.width(copied));
      int part = partThatFits(whole);
      target().appendRun(source, copied, part);
      copied = part;
    }
    if (cut) { // the end tag behind it may be another one now
      target()
          .appendValue(
              source.kinds[last],
              source.bits[last],
              source.refs[last],
              source.bytes,
              source.offsets[last],
              source.length(last),
              source.pad(last),
              padding);
      copied = end;
    }
  }

  /**
   * The end of the run of entries from {@link #copied} that fits into the target, at least one
   * entry, not between a value and the markup behind it.
   */
  private int partThatFits(int end) {
    int room = options.splitBytes() - options.reserveBytes() - target().used;
    int start = source.offsets[copied];
    if (source.end(end - 1) - start <= room) {
      return end;
    }
    int part = copied + 1;
    while (part < end
        && (source.end(part) - start <= room || EntryKind.isValue(source.kinds[part - 1]))) {
      part++;
    }
    return part;
  }

  /** Sees to it that what comes can be appended to the target. */
  final void openAtCursor() {
    openTarget();
    if (inserting == 0 && !named) {
      flush(token);
    } else {
      flush(held);
    }
  }

  // ---- whether to go on ----

  /** Tells of the entries before {@code entry}. */
  private void look(int entry) {
    int values = 0;
    for (int i = looked; i < entry; i++) {
      values += EntryKind.isValue(source.kinds[i]) ? 1 : 0;
    }
    resizes.passed(values, source.start(entry) - source.start(looked));
    looked = entry;
  }

  /**
   * Whether nearly all values up to entry {@code t}, where one differs, have been moved, and most
   * of the message is yet to come and more of the same. To be asked where {@link
   * ResizeMonitor#isDue()}.
   */
  private boolean isOutgrown(int t) {
    look(t);
    if (!resizes.isEvident()) {
      return false;
    }
    long left = entryBytesFrom(t);
    if (resizes.isMost(left) && resizes.isMost((long) (left * shareLike(source.refs[t + 1])))) {
      return true;
    }
    resizes.breakRun();
    return false;
  }

  /**
   * The size of what the saved message has from an entry of the source on, arrays of numbers left
   * out.
   */
  private long entryBytesFrom(int entry) {
    long bytes = source.used - source.start(entry);
    for (int i = index + 1; i < chunks.size(); i++) {
      bytes += chunks.get(i).used;
    }
    return bytes;
  }

  /** In what share of the chunks that follow such markup stands, told by some of them. */
  private double shareLike(Object markup) {
    int left = chunks.size() - 1 - index;
    int samples = Math.min(SAMPLES, left);
    int like = 0;
    for (int i = 1; i <= samples; i++) {
      like += chunks.get(index + (int) ((long) left * i / samples)).has(markup) ? 1 : 0;
    }
    return (double) like / Math.max(1, samples);
  }

  // ---- looking ahead ----

  final void lookAhead() {
    ahead.start(chunks, index, token);
  }

  /**
   * Looks for markup, or for the list of a named property, behind the cursor in the same
   * application object, or before the next item of the same list; if it is there, what lies between
   * is removed and the cursor set on it.
   */
  final boolean seek(Object mark) {
    if (isKnownMissing(mark)) {
      return false;
    }
    boolean inTag = mark instanceof byte[] markup && MarkupBytes.isInTag(markup);
    boolean inList = depth == lists.depth;
    lookAhead();
    while (ahead.next() && ahead.level >= 0) {
      if (ahead.level > 0) {
        continue;
      }
      Object found = ahead.chunk.refs[ahead.entry];
      if ((ahead.kind == EntryKind.MARKUP || ahead.kind == EntryKind.LIST) && mark.equals(found)) {
        if (!inList) {
          noteRemoval();
        }
        removeTo(ahead.index, ahead.entry);
        return true;
      }
      if (inList && ahead.isItem()) {
        break;
      }
      if (inTag && ahead.kind == EntryKind.MARKUP && !MarkupBytes.isInTag((byte[]) found)) {
        break; // the start tag ends here
      }
    }
    return isMissing(mark);
  }

  private boolean isKnownMissing(Object mark) {
    if (missingAt != token) {
      missingCount = 0;
    }
    for (int i = 0; i < missingCount; i++) {
      if (missing[i] == mark) {
        return true;
      }
    }
    return false;
  }

  /** Remembers that something is not to be found from here; returns false. */
  private boolean isMissing(Object mark) {
    missingAt = token;
    if (missingCount < missing.length) {
      missing[missingCount++] = mark;
    }
    return false;
  }

  // ---- removing ----

  /** Removes everything from the cursor up to entry {@code entry} of chunk {@code chunk}. */
  final void removeTo(int chunk, int entry) {
    while (index < chunk) {
      removeTo(source.count);
      if (source.block != null) {
        dropBlock(source.block);
      }
      leaveChunk();
    }
    removeTo(entry);
  }

  final void removeTo(int entry) {
    if (entry > token) {
      openTarget();
      flush(token);
      update.removed += entry - token;
      copied = entry;
      watch(entry);
      missingCount = 0;
    }
  }

  /** Counts the values up to that at which {@link #ahead} stands, which are to go, as gone. */
  final void noteRemoval() {
    if (lists.isOpen() && ahead.index == index) {
      lists.cameOrWent(lists.isWatched ? -Fingerprint.of(source, token, ahead.entry + 1) : 0);
    }
  }

  /** Passes all up to the entry at which {@link #ahead} stands, and that as well. */
  final void pass() {
    while (index < ahead.index) {
      leaveChunk();
    }
    token = ahead.entry + 1;
  }

  /** Removes all up to the entry at which {@link #ahead} stands, and that as well. */
  final void remove() {
    removeTo(ahead.index, ahead.entry + 1);
  }

  /** Removes the block behind the source, all of whose entries have been passed. */
  private void dropBlock(ItemBlock block) {
    openTarget();
    ownSource();
    update.removed += block.count();
    source.block = null;
  }

  /** Sees to it that the source may be changed. */
  final void ownSource() {
    if (source.owner != owner) {
      boolean watched = kinds == source.kinds;
      source = source.copy(owner);
      chunks.set(index, source);
      if (watched) {
        watch(token);
      }
    }
  }

  // ---- values ----

  /**
   * Returns the fingerprint of the value that has been formatted into the buffer; any number where
   * it is not needed.
   */
  final long fingerprint(byte kind, long bit, @Nullable Object ref) {
    if (!lists.isWatched) {
      return 0;
    }
    return kind == EntryKind.FORMATTED
        ? Fingerprint.ofText(buffer(), 0, size())
        : Fingerprint.of(kind, bit, ref);
  }

  @SuppressWarnings("NullAway") // a kind that is compared by its object has one
  final boolean isSame(int t, byte kind, long bit, @Nullable Object ref) {
    if (kind == EntryKind.FORMATTED) {
      int at = source.offsets[t];
      return Arrays.equals(source.bytes, at, at + source.length(t), buffer(), 0, size());
    }
    return EntryKind.isBounded(kind) ? bits[t] == bit : ref.equals(refs[t]);
  }

  final void append(byte kind, long bit, @Nullable Object ref, int width) {
    int length = size();
    int pad = 0;
    if (EntryKind.isBounded(kind)) {
      int wanted =
          switch (options.stuffing()) {
            case NONE -> 0;
            case ADAPTIVE -> width;
            case MAXIMUM -> EntryKind.maxWidth(kind);
          };
      pad = Math.max(0, wanted - length);
    }
    target().appendValue(kind, bit, ref, buffer(), 0, length, pad, padding);
  }

  /**
   * Writes a new value over the one at entry {@code t}: in its place if that is wide enough; else
   * the field steals from its neighbour; else what follows in the chunk is shifted; else the chunk
   * is laid out anew, and split if it has become too large.
   */
  final void replace(int t, byte kind, long bit, @Nullable Object ref) {
    update.written++;
    int length = size();
    int width = source.width(t);
    int more = length - width;
    boolean inItem = lists.isOpen() && (depth > lists.depth || !Lookahead.isInTag(source, t));
    long before = inItem && lists.isWatched ? Fingerprint.of(source, t) : 0;
    boolean fits = more == 0 || (more < 0 && mayPad(t, kind));
    boolean moves = !fits && (target != null || !makeRoom(t, more));
    if (inItem) {
      lists.changed(before, fingerprint(kind, bit, ref), !moves);
    }
    if (moves) {
      if (resizes.isDue() && isOutgrown(t)) {
        resizes.abandon();
      }
      openTarget();
      flush(t);
      append(kind, bit, ref, width);
      resizes.moved(1);
      copied = t + 1;
      watch(t);
      return;
    }
    ownSource();
    source.overwrite(t, buffer(), length, padding);
    source.bits[t] = bit;
    source.refs[t] = ref;
  }

  private boolean mayPad(int t, byte kind) {
    return EntryKind.isBounded(kind)
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
    if (shifts > 0 && source.shift(t, more, options.chunkBytes())) {
      shifts--;
      update.shifted++;
      resizes.moved(1);
      resized = true;
      return true;
    }
    return false;
  }

  /** The memory that the message takes, roughly. */
  final long footprint() {
    long sum = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      sum += chunk.footprint() + (chunk.block == null ? 0 : chunk.block.footprint());
    }
    return sum + lists.footprint() + (spare == null ? 0 : spare.footprint()) + buffer().length;
  }
}
