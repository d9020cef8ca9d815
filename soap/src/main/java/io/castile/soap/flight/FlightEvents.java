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

  /** Returns the event of a call that goes some way, which begins now. */
  public static @Nullable CallEvent call() {
    notice();
    return begun ? CallEvent.begun() : null;
  }

  /**
   * Returns the event of a call that may be answered at once, which begins now. Does not {@link
   * #notice} a recording, which would take a part of such a call that can be measured.
   */
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

  /** Looks whether a recording has been started since; to be called where a call goes some way. */
  public static void notice() {
    if (!begun && System.getProperty(REPOSITORY) != null) {
      begun = true;
    }
  }
}
