package io.castile.cache.observe.internal;

import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.request.RequestAttributes;
import io.castile.xml.internal.HiddenPart;
import java.util.List;
import java.util.function.Function;

/** The parts of a request that identify its caller, as a recorder keeps them. */
public final class Callers {
  /** Reads the digests of a recorder. */
  public static final HiddenPart<CallRecorder, Function<RequestAttributes, List<SeenIdentity>>>
      IDENTITIES = new HiddenPart<>();

  private Callers() {}

  /**
   * Returns the digests of the header fields that are credentials, of all header blocks that are no
   * arguments, of the sender, of a certificate, and of hidden parts.
   */
  public static List<SeenIdentity> identities(CallRecorder recorder, RequestAttributes request) {
    return IDENTITIES.of(recorder).apply(request);
  }
}
