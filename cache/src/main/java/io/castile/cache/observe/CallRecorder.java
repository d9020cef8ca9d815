package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.Messages;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.observe.internal.Callers;
import io.castile.cache.request.RequestAttributes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Records calls, so that a cache policy can be advised for them: the last calls of each operation,
 * as digests, sizes and times, and the sums of all. No payload is kept. What is kept is bounded in
 * bytes; where there is too much, the oldest calls of the operation with the most are dropped.
 *
 * <pre>{@code
 * CallRecorder recorder = CallRecorder.create();
 * recorder.record(call);
 * Advice advice = Advice.of(recorder.snapshot());
 * }</pre>
 *
 * <p>{@link #record} is for the threads that serve calls: it adds a row to a queue. What is dear,
 * reading messages for the parts in which they differ, is done for some calls of each second
 * ({@link #wantsMessages}), by a thread of its own behind a bounded queue.
 *
 * <p>Thread-safe. It has no clock: calls bring their time.
 */
public final class CallRecorder {
  static {
    Callers.IDENTITIES.readBy(recorder -> recorder::identities);
  }

  static final int MAX_OPERATIONS = 256;

  private static final int SAMPLES_PER_OPERATION = 20; // in a second
  private static final int SAMPLES = 200; // in a second
  private static final long SAMPLED_BYTES = 512 << 10; // in a second
  private static final int QUEUED_MESSAGES = 64;

  private final Digester digester = new Digester();
  private final PartDigests parts = new PartDigests(digester);
  private final Map<OperationKey, OperationLog> operations = new ConcurrentHashMap<>();
  private final AtomicLong rowBytes = new AtomicLong();
  private final AtomicLong nameBytes = new AtomicLong();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final AtomicLong others = new AtomicLong();
  private final AtomicLong unread = new AtomicLong();
  private final long maxRowBytes;
  private final long maxNameBytes;
  private final long maxQueuedBytes;
  private final SampleBudget samples;
  private final Executor executor;

  private CallRecorder(Builder builder) {
    maxNameBytes = builder.maxBytes / 8;
    maxQueuedBytes = builder.maxBytes / 16;
    maxRowBytes = builder.maxBytes - maxNameBytes - maxQueuedBytes;
    samples =
        builder.allSamples
            ? new SampleBudget(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE)
            : new SampleBudget(SAMPLES_PER_OPERATION, SAMPLES, SAMPLED_BYTES);
    executor = builder.executor == null ? ownThread() : builder.executor;
  }

  /** A thread that ends when it has had nothing to do for a while. */
  private static Executor ownThread() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUED_MESSAGES),
            task -> {
              Thread thread = new Thread(task, "castile-observe");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Returns a recorder with {@link Builder#DEFAULT_MAX_BYTES}. */
  public static CallRecorder create() {
    return builder().build();
  }

  /** Begins a recorder. */
  public static Builder builder() {
    return new Builder();
  }

  // ---- digests ----

  /** Returns the digest of bytes, from the position to the limit of a buffer that is not moved. */
  public CallDigest digest(ByteBuffer bytes) {
    return digester.of(bytes);
  }

  /** Returns the digest of bytes. */
  public CallDigest digest(byte[] bytes) {
    return digester.of(bytes, 0, bytes.length);
  }

  /** Returns the digest of a text. */
  public CallDigest digest(String text) {
    return digester.of(text);
  }

  /** Returns the digest of bytes and a text. */
  public CallDigest digest(byte[] bytes, String text) {
    return digester.of(bytes, text);
  }

  private List<SeenIdentity> identities(RequestAttributes request) {
    return request == RequestAttributes.NONE
        ? List.of()
        : CallerFacts.identities(request, digester);
  }

  // ---- calls ----

  /**
   * Whether the messages of a call are wanted too: counts against the calls that may be examined in
   * a second.
   *
   * @param now the arrival of the call
   * @param bytes the size of its messages, as far as known
   */
  public boolean wantsMessages(QName operation, Instant now, long bytes) {
    return samples.take(operation, now.getEpochSecond(), bytes);
  }

  /** Records a call. */
  public void record(ObservedCall call) {
    OperationLog log = log(OperationKey.of(call));
    if (log == null) {
      others.incrementAndGet();
      return;
    }
    CallRow row = log.count(call);
    Messages messages = call.messages();
    if (messages == null || !isQueued(log, row, messages)) {
      add(log, row);
    }
  }

  private @Nullable OperationLog log(OperationKey key) {
    OperationLog known = operations.get(key);
    if (known != null) {
      return known;
    }
    if (key.isTooLong() || operations.size() >= MAX_OPERATIONS) {
      return null;
    }
    return operations.computeIfAbsent(key, this::newLog);
  }

  private @Nullable OperationLog newLog(OperationKey key) {
    return reserveName(key.size() + OperationLog.EMPTY_BYTES)
        ? new OperationLog(key, this::reserveName)
        : null;
  }

  private boolean reserveName(long bytes) {
    if (nameBytes.addAndGet(bytes) > maxNameBytes) {
      nameBytes.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Has the messages read, after which the row is added; false if there is no room for them. */
  private boolean isQueued(OperationLog log, CallRow row, Messages messages) {
    long bytes = messages.bytes();
    if (queuedBytes.addAndGet(bytes) <= maxQueuedBytes) {
      try {
        executor.execute(() -> read(log, row, messages));
        return true;
      } catch (RejectedExecutionException e) {
        // As for too many bytes.
      }
    }
    queuedBytes.addAndGet(-bytes);
    unread.incrementAndGet();
    return false;
  }

  private void read(OperationLog log, CallRow row, Messages messages) {
    CallRow read = row;
    try {
      read = log.withParts(row, messages, parts);
    } finally { // whatever a message does to its reader
      queuedBytes.addAndGet(-messages.bytes());
      if (read.requestParts == null) {
        unread.incrementAndGet();
      }
      add(log, read);
    }
  }

  private void add(OperationLog log, CallRow row) {
    if (rowBytes.addAndGet(log.add(row)) > maxRowBytes) {
      operations.values().stream()
          .max(Comparator.comparingLong(OperationLog::rowBytes))
          .ifPresent(largest -> rowBytes.addAndGet(-largest.dropOldest()));
    }
  }

  /**
   * Returns a snapshot of the recording. Calls whose messages are still to be read are not in it
   * yet, but in the sums.
   */
  public Recording snapshot() {
    List<RecordedOperation> all = new ArrayList<>();
    operations.values().forEach(log -> all.add(log.snapshot()));
    all.sort(
        Comparator.comparing((RecordedOperation each) -> each.endpoint())
            .thenComparing(each -> each.service().map(QName::toString).orElse(""))
            .thenComparing(each -> each.operation().toString()));
    return new Recording(others.get(), unread.get(), all);
  }

  /** Builds a recorder. Owned by one thread. */
  public static final class Builder {
    /** The default of {@link #maxBytes}. */
    public static final long DEFAULT_MAX_BYTES = 32L << 20;

    private static final long MIN_BYTES = 64L << 10;

    private long maxBytes = DEFAULT_MAX_BYTES;
    private boolean allSamples;
    private @Nullable Executor executor; // a thread of its own unless set

    private Builder() {}

    /**
     * Sets the bytes of heap that the recorder may have; {@link #DEFAULT_MAX_BYTES} by default.
     *
     * @throws IllegalArgumentException if it is less than 64 KiB
     */
    public Builder maxBytes(long bytes) {
      if (bytes < MIN_BYTES) {
        throw new IllegalArgumentException(
            "expected at least " + MIN_BYTES + " bytes, found " + bytes);
      }
      maxBytes = bytes;
      return this;
    }

    /**
     * Sets whether the messages of all calls are examined, as for tests and small loads, or only
     * those of some calls in each second; false by default.
     */
    public Builder allMessages(boolean enabled) {
      allSamples = enabled;
      return this;
    }

    /**
     * Sets the executor that reads messages; a daemon thread of its own with a bounded queue by
     * default.
     */
    public Builder executor(Executor reader) {
      executor = Objects.requireNonNull(reader, "reader");
      return this;
    }

    /** Makes the recorder. */
    public CallRecorder build() {
      return new CallRecorder(this);
    }
  }

  /**
   * How many messages may be looked at in a second, of each operation and of all. Time is that of
   * the calls. Thread-safe.
   */
  private static final class SampleBudget {
    private static final long LATE_SECONDS = 5;

    private final int perOperation;
    private final int inAll;
    private final long maxBytes;

    // Guarded by this.
    private final Map<QName, Integer> taken = new HashMap<>();
    private int takenInAll;
    private long takenBytes;

    /** Written under the lock; read without it, where an old value costs a sample at most. */
    private volatile long second = Long.MIN_VALUE + LATE_SECONDS;

    private volatile boolean isSpent;

    SampleBudget(int perOperation, int inAll, long maxBytes) {
      this.perOperation = perOperation;
      this.inAll = inAll;
      this.maxBytes = maxBytes;
    }

    boolean take(QName operation, long nowSecond, long bytes) {
      if (isSpent && !isAnother(nowSecond)) {
        return false;
      }
      synchronized (this) {
        if (isAnother(nowSecond)) {
          second = nowSecond;
          taken.clear();
          takenInAll = 0;
          takenBytes = 0;
          isSpent = false;
        }
        int ofOperation = taken.getOrDefault(operation, 0);
        if (ofOperation == perOperation || takenInAll == inAll || bytes > maxBytes - takenBytes) {
          return false;
        }
        taken.put(operation, ofOperation + 1);
        takenInAll++;
        takenBytes += bytes;
        isSpent = takenInAll == inAll;
        return true;
      }
    }

    /** Calls of one moment come by several threads, a little late, too. */
    private boolean isAnother(long nowSecond) {
      return nowSecond > second || nowSecond < second - LATE_SECONDS;
    }
  }
}
