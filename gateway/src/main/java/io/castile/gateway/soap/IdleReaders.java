package io.castile.gateway.soap;

import io.castile.soap.http.message.Pool;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * Readers of messages that are used again, as they remember the names of the messages before, in
 * bounds. Thread-safe.
 */
final class IdleReaders {
  private static final byte[] NOTHING = {};

  private final NameTable names = new NameTable();
  private final Pool<XmlReader> idle = new Pool<>();

  /**
   * Returns a reader before the start of a message, to be {@linkplain #release given back}.
   *
   * @param charset the encoding that the transport names; null for none
   * @throws XmlException if the message cannot be in that encoding
   */
  XmlReader open(byte[] message, @Nullable String charset) {
    XmlReader known = idle.take();
    XmlReader in = known == null ? new XmlReader(names, XmlLimits.DEFAULT) : known;
    return in.reset(message, 0, message.length, charset);
  }

  /** Gives a reader back, without its message. */
  void release(XmlReader in) {
    in.reset(NOTHING, 0, 0);
    idle.give(in);
  }
}
