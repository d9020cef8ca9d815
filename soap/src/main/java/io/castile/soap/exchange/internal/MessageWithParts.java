package io.castile.soap.exchange.internal;

import io.castile.xml.Attachment;
import java.util.Map;
import org.w3c.dom.Element;

/**
 * A message as the code that handles it sees it.
 *
 * @param envelope the root of its document, the receiver's own
 * @param parts beside the document, by their Content-IDs without brackets
 */
public record MessageWithParts(Element envelope, Map<String, Attachment> parts) {}
