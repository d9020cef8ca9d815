package io.castile.bridge;

import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.PassedOverLog;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.http.message.Pool;
import io.castile.xml.NameTable;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;

/**
 * Readers of the messages of one description. They are used again, as they remember the names of
 * the messages before, in bounds. Thread-safe.
 */
final class EnvelopeReaders {
  private final NameTable names;
  private final Pool<EnvelopeReader> idle = new Pool<>();

  EnvelopeReaders(NameTable names) {
    this.names = names;
  }

  /** Returns a reader with the limits of a message that is held, to be given back. */
  EnvelopeReader take() {
    EnvelopeReader known = idle.take();
    return known == null ? withLimits(XmlLimits.DEFAULT) : known;
  }

  /** Gives a reader back, without its message. */
  void release(EnvelopeReader in) {
    in.forget();
    idle.give(in);
  }

  /** Returns a reader with other limits, which is not given back. */
  EnvelopeReader withLimits(XmlLimits limits) {
    XmlReader xml = new XmlReader(names, limits);
    return new EnvelopeReader(xml, names, ReceiverSettings.DEFAULT, new PassedOverLog(false));
  }

  /** Returns a reader of a document, which is not given back. */
  XmlReader document(byte[] document) {
    return new XmlReader(names, XmlLimits.DEFAULT).reset(document, 0, document.length);
  }
}
