package io.castile.xml.internal;

import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The memory of an earlier message while the next one is read: an element that is byte for byte one
 * of the earlier message, in the same place of the same scope, need not be parsed again.
 *
 * <p>The reading codec asks at START_ELEMENT, and tells at END_ELEMENT what it has read. A value is
 * remembered under a <i>key</i>, an object that stands for all that decides, beside the bytes, what
 * is read: the same key, bytes and namespaces in scope always give equal values. Values that are
 * handed in belong to the memory, and values that it gives out are still its own: the caller makes
 * a copy of the whole, unless {@link #isShared}.
 *
 * <p>Between {@link #begin} and {@link #end} the memory is the reader's ({@link
 * XmlInternals#memory}); it is owned by one thread at a time. For {@code io.castile.template} to
 * extend and {@code io.castile.codec} to ask; no compatibility promise.
 */
public abstract class ElementCache {

  /**
   * Attaches this memory to a reader that stands before the part to be recalled and remembered, if
   * it is worthwhile now.
   */
  public abstract void begin(XmlReader in);

  /**
   * Detaches this memory.
   *
   * @param read whether the document was read to its end; if not, nothing of it is remembered
   */
  public abstract void end(XmlReader in, boolean read);

  // ---- beans ----

  /**
   * Recalls the value that the same bytes gave under a key, at START_ELEMENT; the reader then
   * stands at END_ELEMENT. Where there is none: null, and the reader is where it was; then {@link
   * #remember} must be called at its END_ELEMENT, unless reading it fails.
   */
  public abstract @Nullable Object recall(XmlReader in, Object key);

  /**
   * Remembers the value of an element that was not recalled, at its END_ELEMENT.
   *
   * @param value what was read
   * @param recallable false if more has been done than to read a value
   */
  public abstract void remember(XmlReader in, Object value, boolean recallable);

  // ---- items of a repeated element ----

  /**
   * Recalls the values of this item and of those that follow it directly, as far as they are
   * remembered, at START_ELEMENT of an item.
   *
   * @param property key of the items
   * @return whether there was any; the reader then stands at END_ELEMENT of the last. If not, it is
   *     where it was, and {@link #rememberItem} is to be called at END_ELEMENT
   */
  public abstract boolean recallItems(XmlReader in, Object property, Collection<Object> into);

  /** Remembers an item that was not recalled, at its END_ELEMENT. */
  public abstract void rememberItem(
      XmlReader in, Object property, @Nullable Object value, boolean recallable);

  // ---- items that are numbers, gathered in an array ----

  /**
   * Begins a row of numbers, at START_ELEMENT of the first one; {@link #endNumbers} must follow,
   * unless reading fails.
   *
   * @param property key of the items
   * @param type the class of the array
   */
  public abstract void beginNumbers(XmlReader in, Object property, Class<?> type);

  /**
   * Returns how many remembered numbers stand here, at START_ELEMENT of a number. If not 0, they
   * are in {@link #numbers} from {@link #numbersFrom} on, and the reader stands at END_ELEMENT of
   * the last. If 0, the reader is where it was, and {@link #numberRead} is to be called at
   * END_ELEMENT.
   */
  public abstract int recallNumbers(XmlReader in);

  /** The array of the numbers just recalled; not to be changed. */
  public abstract Object numbers();

  /** The index of the first number just recalled. */
  public abstract int numbersFrom();

  /** Notes a number that was not recalled, at its END_ELEMENT. */
  public abstract void numberRead(XmlReader in);

  /**
   * Ends a row of numbers, after the last one. The array, of exactly these numbers, is the memory's
   * from now on.
   */
  public abstract void endNumbers(Object array);

  // ---- the whole ----

  /** Whether values may be given out as they are, as the caller has promised not to change them. */
  public abstract boolean isShared();

  /**
   * Whether it is still open if copies of the values are as good as the values: then a copy is to
   * be compared with its original, and {@link #refuse} called where they differ.
   */
  public abstract boolean wantsProof();

  /**
   * Refuses to remember this message, now or later, because no true copy of a value can be made.
   * All values given out are the caller's own then.
   */
  public abstract void refuse();

  // ---- for subclasses: what a reader does not tell everybody ----

  /** Makes this the memory of the reader, until its next {@link XmlReader#reset}. */
  protected final void attach(XmlReader in) {
    XmlInternals.remember(in, this);
  }

  /** Undoes {@link #attach}. */
  protected final void detach(XmlReader in) {
    XmlInternals.remember(in, null);
  }

  /** The array that holds the document. Not to be written to. */
  protected static byte[] document(XmlReader in) {
    return XmlInternals.access().document(in);
  }

  /** The index of the document's first byte. */
  protected static int documentStart(XmlReader in) {
    return XmlInternals.access().documentStart(in);
  }

  /** The index after the document's last byte. */
  protected static int documentEnd(XmlReader in) {
    return XmlInternals.access().documentEnd(in);
  }

  /** The index of the first byte of the element whose START_ELEMENT or END_ELEMENT this is. */
  protected static int elementStart(XmlReader in) {
    return XmlInternals.access().elementStart(in);
  }

  /** Returns the index after the element, at END_ELEMENT. */
  protected static int elementEnd(XmlReader in) {
    return XmlInternals.access().elementEnd(in);
  }

  /** Stands for the namespaces in scope around the current element. */
  protected static Object outerScope(XmlReader in) {
    return XmlInternals.access().outerScope(in);
  }

  /** Whether two such objects, of whatever readers, stand for the same declarations. */
  protected static boolean sameScope(Object one, Object other) {
    return XmlInternals.access().sameScope(one, other);
  }

  /** Returns the limits of the reader's documents. */
  protected static XmlLimits limits(XmlReader in) {
    return XmlInternals.access().limits(in);
  }

  /**
   * Jumps from START_ELEMENT of an element to END_ELEMENT of the same, or of a later sibling, as if
   * all between had been read.
   *
   * @param start index of the first byte of that element
   * @param end index behind it. The caller knows that there are elements of one parent from here to
   *     there with nothing but white space between them, all well-formed and within the limits
   */
  protected static void jump(XmlReader in, int start, int end) {
    XmlInternals.access().jump(in, start, end);
  }

  /** Whether there is nothing but white space between the indexes. */
  protected static boolean isBlank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b != ' ' && b != '\n' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
