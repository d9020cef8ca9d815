package io.castile.cache.request;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.representation.Bytes;
import io.castile.soap.SoapVersion;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys from the messages of requests (Takase and Tatsubori, section 4.1.1): for any type of
 * arguments, for requests of any stack. The key has the content of the envelope's body in a
 * canonical form; header blocks by which answers vary are parts of the {@link CacheKey.Scope}.
 *
 * <p>Thread-safe.
 */
public final class MessageKeys {
  private static final byte[] NOTHING = {};

  private final ElementPaths ignored;
  private final NameTable names = new NameTable();
  private final XmlLimits limits;

  // Kept for the next call: one is enough for one thread, others make their own.
  private final AtomicReference<XmlReader> idleReader = new AtomicReference<>();

  private MessageKeys(ElementPaths ignored, XmlLimits limits) {
    this.ignored = ignored;
    this.limits = limits;
  }

  /** Returns the keys of messages of which everything in the body counts. */
  public static MessageKeys of() {
    return ignoring(List.of());
  }

  /**
   * Returns the keys of messages of which some parts do not count.
   *
   * @param paths of elements, with all that is in them, or of attributes
   */
  public static MessageKeys ignoring(List<ElementPath> paths) {
    return new MessageKeys(new ElementPaths(paths), XmlLimits.DEFAULT);
  }

  /** Returns the same keys, of messages within other limits than the usual ones. */
  public MessageKeys withLimits(XmlLimits other) {
    return new MessageKeys(ignored, other);
  }

  /**
   * Returns the key of a request.
   *
   * @param message the envelope; read here and not kept
   * @param charset the name of its encoding as the transport gave it; null for none
   * @throws NotCacheableException if the message is no well-formed envelope with a body; says why
   */
  public CacheKey key(CacheKey.Scope scope, byte[] message, @Nullable String charset) {
    try {
      return new ContentKey(
          KeyKind.XML_MESSAGE,
          scope,
          new Bytes(canonical(scope.version().namespace(), message, charset)));
    } catch (XmlException e) {
      throw new NotCacheableException("the message has no canonical form: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the content of a message's body, in a form that is the same for all messages that say
   * the same.
   *
   * @param message the envelope; read here and not kept
   * @param charset the name of its encoding as the transport gave it; null for none
   * @throws NotCacheableException if the message is no well-formed envelope with a body; says why
   */
  public byte[] body(SoapVersion version, byte[] message, @Nullable String charset) {
    try {
      return canonical(version.namespace(), message, charset);
    } catch (XmlException e) {
      throw new NotCacheableException("the message has no canonical form: " + e.getMessage(), e);
    }
  }

  private byte[] canonical(String uri, byte[] message, @Nullable String charset) {
    XmlReader idle = idleReader.getAndSet(null);
    XmlReader in = idle != null ? idle : new XmlReader(names, limits);
    in.reset(message, 0, message.length, charset);
    CanonicalBody body = new CanonicalBody(in, ignored);
    expect(in, in.nextChild(null), uri, "Envelope");
    body.readFrame();
    XmlName child = in.nextChild(null);
    if (is(child, uri, "Header")) {
      body.readFrame();
      in.skipElement();
      child = in.nextChild(null);
    }
    expect(in, child, uri, "Body");
    body.readFrame();
    byte[] canonical = body.read();
    if (in.nextChild(null) != null) { // readers differ in what they make of it
      throw in.unexpected("the end of Envelope", "element " + in.name());
    }
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    in.reset(NOTHING, 0, 0);
    idleReader.set(in);
    return canonical;
  }

  private static void expect(XmlReader in, @Nullable XmlName found, String uri, String local) {
    if (!is(found, uri, local)) {
      throw in.unexpected(
          "element " + local + " in namespace " + uri,
          found == null ? "the end of its parent" : "element " + found);
    }
  }

  private static boolean is(@Nullable XmlName name, String uri, String local) {
    return name != null && name.local().equals(local) && name.uri().equals(uri);
  }
}
