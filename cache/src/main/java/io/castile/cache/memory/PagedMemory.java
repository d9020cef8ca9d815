package io.castile.cache.memory;

import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.representation.KeptMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory outside of the heap for messages, in pages of 512 bytes. A message has as many pages as it
 * needs, wherever they are, so that memory never falls apart into pieces that are too small: as
 * long as enough pages are free, any message fits. Slabs of 4 MiB are taken from the system when
 * they are first needed, and given back when this object is unreachable. Thread-safe; a lock is
 * held while pages are taken or given back, and none while they are read.
 */
public final class PagedMemory {
  /** The size of a page, in bytes. */
  static final int PAGE_BYTES = 512;

  private static final Logger log = LoggerFactory.getLogger(PagedMemory.class);

  private static final int SLAB_PAGE_BITS = 13;
  private static final int SLAB_PAGES = 1 << SLAB_PAGE_BITS;

  /** How many slabs there may be; written under the lock. */
  private int mostSlabs;

  /** The slabs that have been allocated. Invariant: a page that was given out is in one of them. */
  private final @Nullable ByteBuffer[] slabs;

  private int slabCount; // guarded by this

  /** The pages that are free: the first {@link #freeCount} of them. Guarded by this. */
  private int[] free = new int[0];

  private int freeCount; // guarded by this

  /**
   * @param maxBytes how much may be taken from the system, rounded up to whole slabs; positive
   */
  public PagedMemory(long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("expected maxBytes > 0, found " + maxBytes);
    }
    long slabBytes = (long) PAGE_BYTES * SLAB_PAGES;
    this.mostSlabs = (int) Math.min(Integer.MAX_VALUE / SLAB_PAGES, (maxBytes - 1) / slabBytes + 1);
    this.slabs = new ByteBuffer[mostSlabs];
  }

  /**
   * Copies a message into this memory.
   *
   * @return its one owner is the caller; null if there is no room
   */
  public @Nullable KeptMessage keep(byte[] message) {
    int[] pages = take((message.length + PAGE_BYTES - 1) / PAGE_BYTES);
    if (pages == null) {
      return null;
    }
    Paged paged = new Paged(this, pages, message.length);
    paged.fill(message);
    return paged;
  }

  /** Returns how many pages are not free. */
  public synchronized long usedPages() {
    return (long) slabCount * SLAB_PAGES - freeCount;
  }

  private synchronized int @Nullable [] take(int count) {
    while (freeCount < count && slabCount < mostSlabs) {
      if (!addSlab()) {
        mostSlabs = slabCount;
      }
    }
    if (freeCount < count) {
      return null;
    }
    int[] pages = new int[count];
    for (int i = 0; i < count; i++) {
      pages[i] = free[--freeCount];
    }
    return pages;
  }

  /** Takes a slab from the system, whose pages are given out in rising order. */
  private boolean addSlab() {
    try {
      slabs[slabCount] = ByteBuffer.allocateDirect(PAGE_BYTES * SLAB_PAGES);
    } catch (OutOfMemoryError e) {
      log.warn(
          "messages are kept in the heap beyond {} MiB, as the JVM gives no more memory outside of"
              + " it: {} (-XX:MaxDirectMemorySize)",
          (long) slabCount * PAGE_BYTES * SLAB_PAGES >> 20,
          e.getMessage());
      return false;
    }
    int first = slabCount * SLAB_PAGES;
    slabCount++;
    int[] all = new int[slabCount * SLAB_PAGES];
    for (int i = 0; i < SLAB_PAGES; i++) {
      all[i] = first + SLAB_PAGES - 1 - i;
    }
    System.arraycopy(free, 0, all, SLAB_PAGES, freeCount);
    free = all;
    freeCount += SLAB_PAGES;
    return true;
  }

  /** Takes the pages of runs back, which are given out in rising order again. */
  private synchronized void give(int[] runs) {
    for (int run = runs.length - 2; run >= 0; run -= 2) {
      for (int page = runs[run] + runs[run + 1] - 1; page >= runs[run]; page--) {
        free[freeCount++] = page;
      }
    }
  }

  /** A message in its pages. */
  private static final class Paged implements KeptMessage {
    private static final AtomicIntegerFieldUpdater<Paged> OWNERS =
        AtomicIntegerFieldUpdater.newUpdater(Paged.class, "owners");

    private final PagedMemory memory;
    private final int size;

    /** The first of pages side by side in one slab, and how many there are, and so on. */
    private final int[] runs;

    /** How many there are. Invariant: the pages are this message's as long as it is not 0. */
    private volatile int owners = 1;

    Paged(PagedMemory memory, int[] pages, int size) {
      this.memory = memory;
      this.size = size;
      this.runs = runs(pages);
    }

    private static int[] runs(int[] pages) {
      int[] runs = new int[2 * pages.length];
      int end = 0;
      for (int page : pages) {
        boolean isNext = end > 0 && page == runs[end - 2] + runs[end - 1];
        if (isNext && page % SLAB_PAGES != 0) {
          runs[end - 1]++;
        } else {
          runs[end++] = page;
          runs[end++] = 1;
        }
      }
      return Arrays.copyOf(runs, end);
    }

    /** Copies the message into the pages. */
    void fill(byte[] message) {
      int from = 0;
      for (int run = 0; run < runs.length; run += 2) {
        int length = length(run, from);
        slab(run).put(place(run), message, from, length);
        from += length;
      }
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public boolean copyTo(ByteBuffer to) {
      if (!retain()) {
        return false;
      }
      try {
        int from = 0;
        for (int run = 0; run < runs.length; run += 2) {
          int length = length(run, from);
          to.put(slab(run).slice(place(run), length));
          from += length;
        }
        return true;
      } finally {
        release();
      }
    }

    /** How many bytes of the message a run has, the first of which has a place in the message. */
    private int length(int run, int from) {
      return Math.min(size - from, runs[run + 1] * PAGE_BYTES);
    }

    @SuppressWarnings("NullAway") // the slab of a page that was given out is there
    private ByteBuffer slab(int run) {
      return memory.slabs[runs[run] >>> SLAB_PAGE_BITS];
    }

    /** Where in its slab a run begins. */
    private int place(int run) {
      return (runs[run] & (SLAB_PAGES - 1)) * PAGE_BYTES;
    }

    // ---- owners ----

    @Override
    public boolean retain() {
      int count = owners;
      while (count > 0) {
        if (OWNERS.compareAndSet(this, count, count + 1)) {
          return true;
        }
        count = owners;
      }
      return false;
    }

    @Override
    public void release() {
      int left = OWNERS.decrementAndGet(this);
      if (left == 0) {
        memory.give(runs);
      } else if (left < 0) {
        throw new IllegalStateException("Cannot release a message more often than it has owners.");
      }
    }

    @Override
    public long weight() {
      return ObjectLayout.object(2, 8)
          + ObjectLayout.array(int.class, runs.length)
          + (long) (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }
  }
}
