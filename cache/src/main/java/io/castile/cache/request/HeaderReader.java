package io.castile.cache.request;

import io.castile.cache.graph.NotCacheableException;
import io.castile.soap.security.internal.SenderClaim;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reads the header blocks of messages; nothing behind the header is looked at. Thread-safe. */
public final class HeaderReader {
  private static final ElementPaths NO_PATHS = new ElementPaths(List.of());

  private final NameTable names = new NameTable();
  private final XmlLimits limits;

  public HeaderReader(XmlLimits limits) {
    this.limits = limits;
  }

  /**
   * The header blocks of a message.
   *
   * @param charset the name of its encoding as the transport gave it; null for none
   * @param passed those that are of no interest
   * @throws NotCacheableException if the message is no well-formed envelope up to the end of its
   *     header
   */
  public List<HeaderBlock> read(byte[] message, @Nullable String charset, Predicate<QName> passed) {
    XmlReader in = new XmlReader(names, limits);
    List<HeaderBlock> blocks = new ArrayList<>();
    SenderClaim claim = null; // looked for once there is a Security header
    try {
      in.reset(message, 0, message.length, charset);
      XmlName envelope = in.nextChild(null);
      XmlName child = envelope == null ? null : in.nextChild(null);
      if (envelope != null
          && child != null
          && child.local().equals("Header")
          && child.uri().equals(envelope.uri())) {
        for (XmlName block = in.nextChild(null); block != null; block = in.nextChild(null)) {
          if (passed.test(block.toQName())) {
            in.skipElement();
          } else {
            if (claim == null && SenderClaim.isSecurity(block.toQName())) {
              claim = SenderClaim.ofMessage(message, charset);
            }
            blocks.add(block(in, claim));
          }
        }
      }
    } catch (XmlException e) {
      throw new NotCacheableException("the header cannot be read: " + e.getMessage(), e);
    }
    return blocks;
  }

  /**
   * The header block that an element is.
   *
   * @throws NotCacheableException if it is not well-formed
   */
  HeaderBlock readBlock(byte[] element) {
    XmlReader in = new XmlReader(names, limits);
    try {
      in.reset(element, 0, element.length, null);
      in.nextChild(null);
      return block(in, SenderClaim.ofBlock(element));
    } catch (XmlException e) {
      throw new NotCacheableException("a header block cannot be read: " + e.getMessage(), e);
    }
  }

  private HeaderBlock block(XmlReader in, @Nullable SenderClaim claim) {
    QName name = in.name().toQName();
    String text = new String(new CanonicalBody(in, NO_PATHS).readElement(), StandardCharsets.UTF_8);
    return new HeaderBlock(name, text, SenderClaim.isSecurity(name) ? claim : null);
  }
}
