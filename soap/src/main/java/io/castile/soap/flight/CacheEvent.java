package io.castile.soap.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A call's way through the response cache, with the origin's time where that was asked. */
@Name(CacheEvent.NAME)
@Label("Response Cache")
@Category("Castile")
@Description("A call's way through the response cache, with the time of the origin if it was asked")
@StackTrace(false)
public final class CacheEvent extends Event {
  public static final String NAME = "castile.Cache";

  @Label("Operation")
  private @Nullable String operation;

  @Label("Status")
  private @Nullable String status;

  private CacheEvent() {}

  static @Nullable CacheEvent begun() {
    CacheEvent event = new CacheEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /** Ends the way, and records it unless it was too short for the recording. */
  public void record(String operation, String status) {
    end();
    if (shouldCommit()) {
      this.operation = operation;
      this.status = status;
      commit();
    }
  }
}
