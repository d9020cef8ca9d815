package io.castile.soap.flight;

import org.jspecify.annotations.Nullable;

/**
 * Where events for JDK Flight Recorder begin. Until a recording is started in the process, no class
 * of Flight Recorder is loaded, as the first of them takes longer to load than a first call; then
 * its own switches decide. Thread-safe.
 *
 * <p>The begin methods return null while there is nothing to record, and what they return is owned
 * by the caller's thread.
 */
public final class FlightEvents {
  /** Flight Recorder sets this system property when the first recording of the process starts. */
  private static final String REPOSITORY = "jdk.jfr.repository";

  private static volatile boolean begun;

  private FlightEvents() {}

  /**
   * Returns the event of a call that begins now. Notices a recording, so it is for calls that go
   * some way; {@link #kept} is for those that do not.
   */
  public static @Nullable CallEvent call() {
    return hasBegun() ? CallEvent.begun() : null;
  }

  /** Returns the event of a call that may be answered at once, which begins now. */
  public static @Nullable CallEvent kept() {
    return begun ? CallEvent.begun() : null;
  }

  /** Returns the event of a call's way through the cache, which begins now. */
  public static @Nullable CacheEvent cache() {
    return begun ? CacheEvent.begun() : null;
  }

  /** Returns the event of a message that is written with a template, which begins now. */
  public static @Nullable TemplateEvent template() {
    return begun ? TemplateEvent.begun() : null;
  }

  /**
   * Records a message that passed the differential link.
   *
   * @param form what became of it, such as {@code full} or {@code delta}
   * @param messageBytes its size, 0 where it is not known
   * @param wireBytes what was sent for it
   */
  public static void link(String form, int messageBytes, int wireBytes) {
    if (begun) {
      LinkEvent.record(form, messageBytes, wireBytes);
    }
  }

  private static boolean hasBegun() {
    if (!begun && System.getProperty(REPOSITORY) != null) {
      begun = true;
    }
    return begun;
  }
}
