package io.castile.soap.model.internal;

import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.http.message.Pool;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlWriter;

/**
 * Idle readers and writers of a service's messages, for all clients and servers of one model: a
 * thousand of them need as many as there are messages at once. Thread-safe.
 */
public final class MessageTools {
  private final Pool<XmlWriter> writers = new Pool<>();
  private final Pool<EnvelopeReader> readers = new Pool<>();

  MessageTools() {}

  /** Returns writers, which may still have content. */
  public Pool<XmlWriter> writers() {
    return writers;
  }

  /**
   * Returns readers, which hold messages to these limits.
   *
   * @return a pool of the caller's own, unless the limits are the default
   */
  public Pool<EnvelopeReader> readers(XmlLimits limits) {
    return limits.equals(XmlLimits.DEFAULT) ? readers : new Pool<>();
  }
}
