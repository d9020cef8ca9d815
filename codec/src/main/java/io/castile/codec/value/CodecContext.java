package io.castile.codec.value;

import io.castile.codec.binding.Instantiator;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one write, read, copy or comparison beside its reader or writer: adapter instances
 * (which need not be thread-safe), identifiers met and references still open, copies made.
 *
 * <p>For generated code; no compatibility promise. Owned by one thread at a time.
 */
public final class CodecContext {
  /** After so many items, for which an {@link ArrayList} has room anyway, {@link #reserve}. */
  public static final int SAMPLE = 10;

  /** More are told the next time, once these are compiled. */
  private static final int MAX_INTERPRETED = 32;

  private static final Interpreted[] NOTHING = {};

  private @Nullable Map<Class<?>, XmlAdapter<Object, Object>> adapters;
  private @Nullable Map<String, Object> beansById;
  private @Nullable List<Runnable> atEnd;
  private @Nullable Map<Object, Object> copies;
  private final List<Gathering> gathering = new ArrayList<>();
  private int gatheringCount; // entries in use
  private final ArrayBuffers scratch = new ArrayBuffers();
  private int effects;
  private boolean unproven;
  private boolean doubtful;
  private Interpreted[] interpreted = NOTHING;
  private int interpretedCount;
  private long start; // by the clock; 0 where no time is taken

  /**
   * A property whose items gather beside its bean while the bean is read: an array, or a collection
   * that a setter takes whole.
   */
  public interface Gatherer {
    /** Returns the collection that the bean's items are added to. */
    Collection<Object> startGathering(Object bean);

    /** Like {@link #startGathering}, where the bean has items of this message already. */
    Collection<Object> continueGathering(Object bean);

    /** Gives the bean all items. */
    void finishGathering(Object bean, Collection<Object> items);
  }

  /** The one instance of that adapter for this operation. */
  @SuppressWarnings(
      "unchecked") // an adapter is only ever asked for the types that it was planned for
  XmlAdapter<Object, Object> adapter(Class<?> type) {
    if (adapters == null) {
      adapters = new HashMap<>();
    }
    return adapters.computeIfAbsent(type, t -> (XmlAdapter<Object, Object>) Instantiator.create(t));
  }

  /**
   * Remembers a bean under its identifier; the first bean of an identifier wins, as in the
   * reference implementation.
   */
  public void identify(String id, Object bean) {
    if (beansById == null) {
      beansById = new HashMap<>();
    }
    effects++;
    beansById.put(id, bean);
  }

  /** The bean read with that identifier, null if there is none in the message. */
  public @Nullable Object beanById(String id) {
    return beansById == null ? null : beansById.get(id);
  }

  /**
   * Has something done when the whole message is read or the whole value copied: references are
   * resolved then.
   */
  public void atEnd(Runnable action) {
    if (atEnd == null) {
      atEnd = new ArrayList<>();
    }
    effects++;
    atEnd.add(action);
  }

  /**
   * Counts what was done beside making values: where it has not grown while a value was read,
   * having the value is as good as reading it again.
   */
  public int effects() {
    return effects;
  }

  /** Tells that a value is being read of which no true copy may be had. */
  public void unproven() {
    unproven = true;
  }

  public boolean isUnproven() {
    return unproven;
  }

  /**
   * Tells that a bean has been read whose setters may do more than to set: a copy is to be compared
   * with it.
   *
   * @param hides whether the bean has state that no property shows
   */
  public void madeBySetters(boolean hides) {
    doubtful = true;
    unproven |= hides;
  }

  public boolean isDoubtful() {
    return doubtful;
  }

  /** Remembers the copy of a bean that references may point to. */
  public void copied(Object original, Object copy) {
    if (copies == null) {
      copies = new IdentityHashMap<>();
    }
    copies.put(original, copy);
  }

  /**
   * The copy of a bean if one was made, else the bean itself: it lies outside of what is copied.
   */
  public Object copyOf(Object original) {
    Object copy = copies == null ? null : copies.get(original);
    return copy == null ? original : copy;
  }

  /**
   * The collection in which the items of an array property gather while its bean is read. Beans
   * nest, so the entries of the innermost one are at the end of {@link #gathering}.
   */
  public Collection<Object> gather(Object bean, Gatherer property) {
    Gathering entry = find(bean, property);
    if (entry == null) {
      entry = add(bean, property);
      entry.items = property.startGathering(bean);
    } else if (entry.items == null) {
      entry.items = property.continueGathering(bean);
    }
    return entry.items;
  }

  /**
   * Tells that a property has been given items which stood in a row, so that more which may follow
   * elsewhere come after them.
   */
  public void gathered(Object bean, Gatherer property) {
    add(bean, property);
  }

  private @Nullable Gathering find(Object bean, Gatherer property) {
    for (int i = gatheringCount - 1; i >= 0 && gathering.get(i).bean == bean; i--) {
      if (gathering.get(i).property == property) {
        return gathering.get(i);
      }
    }
    return null;
  }

  private Gathering add(Object bean, Gatherer property) {
    if (gatheringCount == gathering.size()) {
      gathering.add(new Gathering());
    }
    Gathering entry = gathering.get(gatheringCount++);
    entry.bean = bean;
    entry.property = property;
    return entry;
  }

  /** Gives the bean the arrays that have gathered for it. */
  public void finishGathered(Object bean) {
    while (gatheringCount > 0 && gathering.get(gatheringCount - 1).bean == bean) {
      Gathering done = gathering.get(--gatheringCount);
      if (done.items != null) {
        done.property.finishGathering(bean, done.items);
      }
      done.clear();
    }
  }

  /** A property of which items were met; reused. */
  @SuppressWarnings("NullAway") // an entry in use has a bean and a property
  private static final class Gathering {
    private Object bean;
    private Gatherer property;
    private @Nullable Collection<Object> items; // null while all are in the bean already

    private void clear() {
      bean = null;
      property = null;
      items = null;
    }
  }

  /**
   * Gives a list that has taken {@link #SAMPLE} items room for those that seem to follow, so that
   * it need not grow again and again. Other collections grow as they do.
   *
   * @param in at the next item
   * @param first offset of the first item
   */
  public void reserve(Object items, XmlReader in, int first) {
    if (items instanceof ArrayList<?> list) {
      list.ensureCapacity(list.size() + in.estimateFollowing(first, SAMPLE));
    }
  }

  /** Takes the time of this operation. */
  public void startClock() {
    start = System.nanoTime() | 1; // not 0
  }

  /** Notes that this operation interprets something, once for each as far as there is room. */
  public void interpreted(Interpreted what) {
    for (int i = interpretedCount - 1; i >= 0; i--) {
      if (interpreted[i] == what) {
        return;
      }
    }
    if (interpretedCount < MAX_INTERPRETED) {
      if (interpretedCount == interpreted.length) {
        interpreted = Arrays.copyOf(interpreted, Math.max(2, 2 * interpretedCount));
      }
      interpreted[interpretedCount++] = what;
    }
  }

  /**
   * Tells what this operation has interpreted how long it took, if the clock was started; the
   * operation is done.
   *
   * @return whether there was something
   */
  public boolean charge() {
    int count = interpretedCount;
    if (count != 0) {
      long nanos = start == 0 ? 0 : System.nanoTime() - start;
      for (int i = 0; i < count; i++) {
        if (start != 0) {
          interpreted[i].charge(nanos);
        }
      }
    }
    forgetInterpreted();
    return count != 0;
  }

  /** What is interpreted belongs to an application. */
  private void forgetInterpreted() {
    if (interpretedCount != 0) {
      Arrays.fill(interpreted, 0, interpretedCount, null);
      interpretedCount = 0;
    }
    start = 0;
  }

  /** Arrays to gather numbers in. */
  public ArrayBuffers scratch() {
    return scratch;
  }

  /** Ends the operation: open references are resolved, everything but the adapters is forgotten. */
  public void end() {
    List<Runnable> actions = atEnd;
    atEnd = null;
    if (actions != null) {
      actions.forEach(Runnable::run);
    }
    forget();
  }

  /** Forgets everything of a failed or ended operation but the adapters. */
  public void forget() {
    atEnd = null;
    while (gatheringCount > 0) {
      gathering.get(--gatheringCount).clear();
    }
    beansById = null;
    copies = null;
    unproven = false;
    doubtful = false;
  }
}
