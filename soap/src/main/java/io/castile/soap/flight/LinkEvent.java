package io.castile.soap.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A message that passed the differential link, in the thread of its call. */
@Name(LinkEvent.NAME)
@Label("Differential Link")
@Category("Castile")
@Description("A message that was sent, or received, as itself or as a difference")
@StackTrace(false)
public final class LinkEvent extends Event {
  public static final String NAME = "castile.Link";

  @Label("Form")
  private @Nullable String form;

  @Label("Message Size")
  @DataAmount
  private long messageBytes;

  @Label("Sent Size")
  @DataAmount
  private long wireBytes;

  private LinkEvent() {}

  static void record(String form, int messageBytes, int wireBytes) {
    LinkEvent event = new LinkEvent();
    if (event.isEnabled()) {
      event.form = form;
      event.messageBytes = messageBytes;
      event.wireBytes = wireBytes;
      event.commit();
    }
  }
}
