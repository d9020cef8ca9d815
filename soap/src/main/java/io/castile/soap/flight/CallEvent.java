package io.castile.soap.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A call that a client made, or that a server answered. Owned by the thread of the call. */
@Name(CallEvent.NAME)
@Label("SOAP Call")
@Category("Castile")
@Description("A call of a SOAP operation, from the arguments to the result")
@StackTrace(false)
public final class CallEvent extends Event {
  public static final String NAME = "castile.Call";

  /** Where a call is seen. */
  public enum Side {
    CLIENT("client"),
    SERVER("server");

    private final String label;

    Side(String label) {
      this.label = label;
    }
  }

  /** How a call ended. */
  public enum Outcome {
    RESPONSE("response"),
    FAULT("fault"),
    FAILURE("failure");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  @Label("Side")
  private @Nullable String side;

  @Label("Service")
  @Description("Local name of the port type")
  private @Nullable String service;

  @Label("Operation")
  private @Nullable String operation;

  @Label("Endpoint")
  private @Nullable String endpoint;

  @Label("Outcome")
  private @Nullable String outcome;

  @Label("Cache")
  @Description("What the response cache did for the call; none where it was not asked")
  private @Nullable String cache;

  private CallEvent() {}

  static @Nullable CallEvent begun() {
    CallEvent event = new CallEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /**
   * Ends the call, and records it unless it was too short for the recording.
   *
   * @param service null where it is not known, as is the operation
   * @param endpoint without secrets
   * @param cache what the cache did
   */
  public void record(
      Side side,
      @Nullable String service,
      @Nullable String operation,
      String endpoint,
      Outcome outcome,
      String cache) {
    end();
    if (shouldCommit()) {
      this.side = side.label;
      this.service = service;
      this.operation = operation;
      this.endpoint = endpoint;
      this.outcome = outcome.label;
      this.cache = cache;
      commit();
    }
  }
}
