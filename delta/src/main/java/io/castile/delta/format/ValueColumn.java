package io.castile.delta.format;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The new texts of one column: of the kind that takes the fewest bits, with exceptions, which are
 * texts like any others.
 */
final class ValueColumn {
  private static final int KIND_BITS = 3;
  private static final int DECIMAL = 0;
  private static final int TIME = 1;
  private static final int DOUBLE = 2;
  private static final int CODE = 3;
  private static final int TEXT = 4;

  private static final int COUNT_ORDER = 2;

  /** The cost of one exception beside its bytes, about, in bits. */
  private static final int EXCEPTION_BITS = 24;

  /** Where the first hyphen of a date is. */
  private static final int YEAR_LENGTH = 4;

  /** A decimal number whose difference takes more bits may be a double. */
  private static final int LONG_DIFFERENCE = 40;

  private final RowDocument base;
  private final Edits edits;
  private final int[] members;

  /**
   * @param members which of the edits are of the column, ascending, at least one
   */
  ValueColumn(RowDocument base, Edits edits, int[] members) {
    this.base = base;
    this.edits = edits;
    this.members = members;
  }

  // ---- writing ----

  /** A way to write the column. */
  private final class Draft {
    final int name;
    final @Nullable ValueKind kind; // null for text
    final boolean fromPrevious;
    final long[][] parts;
    final LongColumn.Plan[] plans; // of the parts, where anything fits
    final long[] exceptions = new long[members.length];
    int fitting;
    int exceptional;
    long cost = KIND_BITS;

    Draft(int name, @Nullable ValueKind kind, boolean fromPrevious) {
      this.name = name;
      this.kind = kind;
      this.fromPrevious = fromPrevious;
      this.parts = new long[kind == null ? 0 : kind.parts][members.length];
      this.plans = new LongColumn.Plan[parts.length];
    }
  }

  /**
   * Appends the column.
   *
   * @param target where the new texts stand
   * @param texts gets what is written as text
   */
  void write(byte[] target, BitOutput out, TextOutput texts) {
    Draft best = best(target);
    out.bits(best.name, KIND_BITS);
    if (best.kind == null) {
      writeTexts(target, members, members.length, out, texts);
      return;
    }
    out.bit(best.fromPrevious);
    out.bit(best.exceptional > 0);
    if (best.exceptional > 0) {
      out.golomb(best.exceptional, COUNT_ORDER);
      LongColumn.write(out, gaps(best.exceptions, best.exceptional), best.exceptional);
    }
    for (int i = 0; i < best.parts.length && best.fitting > 0; i++) {
      LongColumn.write(out, best.plans[i], best.parts[i], best.fitting);
    }
    int[] rest = new int[best.exceptional];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = members[(int) best.exceptions[i]];
    }
    writeTexts(target, rest, rest.length, out, texts);
  }

  /** The shortest of all ways. */
  private Draft best(byte[] target) {
    Draft best = null;
    int first = edits.starts[members[0]];
    int length = edits.ends[members[0]] - first;
    boolean number =
        length > 0 && (target[first] == '-' || (target[first] >= '0' && target[first] <= '9'));
    if (number && length > YEAR_LENGTH && target[first + YEAR_LENGTH] == '-') {
      best = better(best, target, TIME, TimeKind.INSTANCE);
      best = better(best, target, DECIMAL, DecimalKind.INSTANCE);
    } else if (number) {
      best = better(best, target, DECIMAL, DecimalKind.INSTANCE);
      best = better(best, target, TIME, TimeKind.INSTANCE);
    }
    if (best == null || best.cost >= KIND_BITS + (long) EXCEPTION_BITS * members.length) {
      Draft text = text(target);
      best = best == null || text.cost <= best.cost ? text : best;
    }
    if (number && best.cost > (long) LONG_DIFFERENCE * members.length) {
      best = Objects.requireNonNull(better(best, target, DOUBLE, DoubleKind.INSTANCE));
    }
    CodeKind codes = CodeKind.of(base, base.column(edits.fields[members[0]]));
    return codes == null
        ? best
        : shorter(best, draft(new NewValues(target, codes), CODE, false, best.cost));
  }

  private @Nullable Draft better(@Nullable Draft best, byte[] target, int name, ValueKind kind) {
    long limit = best == null ? Long.MAX_VALUE : best.cost;
    NewValues values = new NewValues(target, kind);
    Draft fromBase = values.fit == 0 ? null : draft(values, name, false, limit);
    if (fromBase == null || fromBase.fitting == 0) {
      return best;
    }
    Draft better = best == null ? fromBase : shorter(best, fromBase);
    return shorter(better, draft(values, name, true, better.cost));
  }

  private static Draft shorter(Draft best, @Nullable Draft other) {
    return other != null && other.cost < best.cost ? other : best;
  }

  private Draft text(byte[] target) {
    Draft draft = new Draft(TEXT, null, false);
    for (int member : members) {
      draft.cost += EXCEPTION_BITS + 8L * changed(target, member);
    }
    return draft;
  }

  /** How many bytes of a new text are between those it has in common with the old one. */
  private int changed(byte[] target, int edit) {
    int prefix = prefix(target, edit);
    return edits.ends[edit] - edits.starts[edit] - prefix - suffix(target, edit, prefix);
  }

  /** The values of the new texts, as a kind reads them, and of the old ones as it needs them. */
  private final class NewValues {
    final byte[] target;
    final ValueKind kind;
    final ValueKind.Values values = new ValueKind.Values(members.length);
    final boolean[] fits = new boolean[members.length];
    int fit;
    private final ValueKind.Values old = new ValueKind.Values(1);

    NewValues(byte[] target, ValueKind kind) {
      this.target = target;
      this.kind = kind;
      for (int i = 0; i < members.length; i++) {
        int edit = members[i];
        fits[i] = kind.value(target, edits.starts[edit], edits.ends[edit], values, i);
        fit += fits[i] ? 1 : 0;
      }
    }

    boolean differenceToOld(int i, Draft draft) {
      int field = edits.fields[members[i]];
      return kind.reference(base.bytes(), base.start(field), base.end(field), old, 0)
          && kind.difference(old, 0, values, i, draft.parts, draft.fitting);
    }

    boolean differenceTo(int previous, int i, Draft draft) {
      return kind.difference(values, previous, values, i, draft.parts, draft.fitting);
    }
  }

  /**
   * Tries a kind.
   *
   * @return null if that takes {@code limit} bits or more
   */
  private @Nullable Draft draft(NewValues values, int name, boolean fromPrevious, long limit) {
    Draft draft = new Draft(name, values.kind, fromPrevious);
    int previous = -1;
    for (int i = 0; i < members.length; i++) {
      boolean fits =
          values.fits[i]
              && (fromPrevious && previous >= 0
                  ? values.differenceTo(previous, i, draft)
                  : values.differenceToOld(i, draft));
      if (fits) {
        draft.fitting++;
        previous = i;
      } else {
        draft.exceptions[draft.exceptional++] = i;
        draft.cost += EXCEPTION_BITS + 8L * changed(values.target, members[i]);
        if (draft.cost >= limit) {
          return null;
        }
      }
    }
    draft.cost += 2;
    for (int i = 0; i < draft.parts.length && draft.fitting > 0; i++) {
      draft.plans[i] = LongColumn.Plan.of(draft.parts[i], draft.fitting);
      draft.cost += draft.plans[i].cost();
    }
    return draft.cost < limit ? draft : null;
  }

  private void writeTexts(byte[] target, int[] which, int count, BitOutput out, TextOutput texts) {
    long[] prefixes = new long[count];
    long[] suffixes = new long[count];
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      int edit = which[i];
      int prefix = prefix(target, edit);
      int suffix = suffix(target, edit, prefix);
      prefixes[i] = prefix;
      suffixes[i] = suffix;
      lengths[i] = edits.ends[edit] - edits.starts[edit] - prefix - suffix;
      texts.append(target, edits.starts[edit] + prefix, edits.ends[edit] - suffix);
    }
    LongColumn.write(out, prefixes, count);
    LongColumn.write(out, suffixes, count);
    LongColumn.write(out, lengths, count);
  }

  private int prefix(byte[] target, int edit) {
    int field = edits.fields[edit];
    return CommonText.prefix(
        base.bytes(),
        base.start(field),
        base.end(field),
        target,
        edits.starts[edit],
        edits.ends[edit]);
  }

  private int suffix(byte[] target, int edit, int prefix) {
    int field = edits.fields[edit];
    return CommonText.suffix(
        base.bytes(),
        base.start(field),
        base.end(field),
        target,
        edits.starts[edit],
        edits.ends[edit],
        prefix);
  }

  private static long[] gaps(long[] ascending, int count) {
    long[] gaps = new long[count];
    for (int i = 0; i < count; i++) {
      gaps[i] = i == 0 ? ascending[0] : ascending[i] - ascending[i - 1] - 1;
    }
    return gaps;
  }

  // ---- reading ----

  /** Texts whose middle comes with the bytes at the end of the delta. */
  record Open(int[] edits, long[] prefixes, long[] suffixes, long[] lengths) {}

  /**
   * Reads the column: puts the texts that are made from differences into {@code texts}, and sets
   * where they are.
   *
   * @return the other texts
   */
  Open read(BitInput in, TextOutput texts) throws DeltaException {
    int name = (int) in.bits(KIND_BITS);
    if (name == TEXT) {
      return readTexts(in, members);
    }
    ValueKind kind = kind(name);
    boolean fromPrevious = in.bit();
    boolean[] exceptional = new boolean[members.length];
    int[] exceptions = in.bit() ? readExceptions(in, exceptional) : new int[0];
    int fitting = members.length - exceptions.length;
    long[][] parts = new long[kind.parts][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = LongColumn.read(in, fitting);
    }
    int previous = -1;
    int next = 0;
    for (int i = 0; i < members.length; i++) {
      if (exceptional[i]) {
        continue;
      }
      int edit = members[i];
      texts.ensure(ValueKind.MAX_TEXT);
      int start = texts.size;
      if (fromPrevious && previous >= 0) {
        texts.size =
            kind.text(
                texts.bytes,
                edits.starts[previous],
                edits.ends[previous],
                parts,
                next,
                texts.bytes,
                start);
      } else {
        int field = edits.fields[edit];
        texts.size =
            kind.text(
                base.bytes(), base.start(field), base.end(field), parts, next, texts.bytes, start);
      }
      edits.starts[edit] = start;
      edits.ends[edit] = texts.size;
      previous = edit;
      next++;
    }
    return readTexts(in, exceptions);
  }

  private ValueKind kind(int name) throws DeltaException {
    return switch (name) {
      case DECIMAL -> DecimalKind.INSTANCE;
      case TIME -> TimeKind.INSTANCE;
      case DOUBLE -> DoubleKind.INSTANCE;
      case CODE -> {
        CodeKind codes = CodeKind.of(base, base.column(edits.fields[members[0]]));
        if (codes == null) {
          throw new DeltaException("expected a column with codes");
        }
        yield codes;
      }
      default -> throw new DeltaException("expected a kind of values from 0 to 4, found " + name);
    };
  }

  private int[] readExceptions(BitInput in, boolean[] exceptional) throws DeltaException {
    int[] exceptions = new int[in.count(COUNT_ORDER, members.length, "exceptions")];
    long[] gaps = LongColumn.read(in, exceptions.length);
    long at = -1;
    for (int i = 0; i < exceptions.length; i++) {
      at += 1 + gaps[i];
      if (gaps[i] < 0 || at < 0 || at >= members.length) {
        throw new DeltaException("expected an exception below " + members.length + ", found " + at);
      }
      exceptional[(int) at] = true;
      exceptions[i] = members[(int) at];
    }
    return exceptions;
  }

  private static Open readTexts(BitInput in, int[] which) throws DeltaException {
    return new Open(
        which,
        LongColumn.read(in, which.length),
        LongColumn.read(in, which.length),
        LongColumn.read(in, which.length));
  }

  /** The common beginning and end of two texts. */
  private static final class CommonText {
    private CommonText() {}

    /** How many bytes they have in common at the beginning. */
    static int prefix(byte[] a, int from, int to, byte[] b, int start, int end) {
      int mismatch = Arrays.mismatch(a, from, to, b, start, end);
      return mismatch < 0 ? to - from : mismatch;
    }

    /** How many bytes they have in common at the end, without those of the common prefix. */
    static int suffix(byte[] a, int from, int to, byte[] b, int start, int end, int prefix) {
      int bound = Math.min(to - from, end - start) - prefix;
      int length = 0;
      while (length < bound && a[to - 1 - length] == b[end - 1 - length]) {
        length++;
      }
      return length;
    }
  }
}
