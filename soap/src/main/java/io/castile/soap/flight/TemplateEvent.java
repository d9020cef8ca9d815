package io.castile.soap.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A message that was written with a template. */
@Name(TemplateEvent.NAME)
@Label("Template")
@Category("Castile")
@Description("A message that was written over the last one of its kind")
@StackTrace(false)
public final class TemplateEvent extends Event {
  public static final String NAME = "castile.Template";

  @Label("Operation")
  private @Nullable String operation;

  @Label("Direction")
  private @Nullable String direction;

  @Label("Match")
  @Description("How the message related to the one before; none where it was written plainly")
  private @Nullable String match;

  @Label("Message Size")
  @DataAmount
  private long messageBytes;

  private TemplateEvent() {}

  static @Nullable TemplateEvent begun() {
    TemplateEvent event = new TemplateEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /** Ends the writing, and records it unless it was too short for the recording. */
  public void record(String operation, String direction, String match, long messageBytes) {
    end();
    if (shouldCommit()) {
      this.operation = operation;
      this.direction = direction;
      this.match = match;
      this.messageBytes = messageBytes;
      commit();
    }
  }
}
