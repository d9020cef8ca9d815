package io.castile.gateway.soap;

import io.castile.cache.request.Digest;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request in a message with parts, in a form that is the same for all equal ones: its document,
 * and a text of all else that counts, in which each part stands with its fields and the digest of
 * its bytes.
 *
 * <p>Where an {@code xop:Include} refers to a part, the number of that part takes the place of the
 * Content-ID, which senders make anew each time. That is done for all parts or, where anything else
 * may refer to one, for none. Immutable.
 *
 * @param document the root part, never changed
 * @param charset of the document as its part gives it; null for none
 * @param text of more than one line
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record PartQuestion(byte[] document, @Nullable String charset, String text) {
  private static final NameTable NAMES = new NameTable();
  private static final String XOP = "http://www.w3.org/2004/08/xop/include";
  private static final String SCHEME = "cid:";

  /** Each is looked for in the whole document. */
  private static final int MAX_REFERENCES = 32;

  /** Reads what a package asks; its document need not be well-formed. */
  public static PartQuestion of(PartPackage parts) {
    byte[] document = parts.content(parts.root());
    String charset = parts.root().type().charset();
    Map<String, Integer> included = new HashMap<>();
    byte[] numbered = numbered(parts, document, charset, included);
    StringBuilder text = new StringBuilder();
    parts.parameters().forEach((name, value) -> line(text, name, value));
    for (int i = 0; i < parts.parts().size(); i++) {
      PartPackage.Part part = parts.parts().get(i);
      String id = part.id();
      text.append("\npart ").append(i);
      if (numbered != null && id != null && included.containsKey(id)) {
        text.append("\nincluded");
      } else if (i > 0 && id != null) {
        text.append("\nid ").append(id);
      }
      part.fields().forEach(field -> text.append("\nfield ").append(field));
      if (i > 0) {
        text.append("\nbytes ").append(Digest.of(parts.content(part)));
      }
    }
    return new PartQuestion(numbered == null ? document : numbered, charset, text.toString());
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("\nparameter ").append(name).append('=').append(value);
  }

  /**
   * The document with numbers of parts in place of their Content-IDs.
   *
   * @param included gets the Content-IDs that stand in it no more, and how often they did
   * @return null where that may not be done
   */
  private static byte @Nullable [] numbered(
      PartPackage parts, byte[] document, @Nullable String charset, Map<String, Integer> included) {
    if (!Utf8Messages.isUtf8(document, charset)) {
      return null;
    }
    Map<String, Integer> references = references(document, charset);
    if (references.isEmpty() || references.size() > MAX_REFERENCES) {
      return null;
    }
    String result = new String(document, StandardCharsets.ISO_8859_1);
    for (int i = 1; i < parts.parts().size(); i++) {
      String id = parts.parts().get(i).id();
      for (Map.Entry<String, Integer> reference : references.entrySet()) {
        if (id != null && id.equals(idOf(reference.getKey()))) {
          String place = "part:" + i;
          int before = count(result, reference.getKey());
          result = result.replace("\"" + reference.getKey() + "\"", "\"" + place + "\"");
          result = result.replace("'" + reference.getKey() + "'", "'" + place + "'");
          if (before != reference.getValue() || count(result, reference.getKey()) > 0) {
            return null;
          }
          included.merge(id, reference.getValue(), Integer::sum);
        }
      }
    }
    boolean hasOthers = result.toLowerCase(Locale.ROOT).contains(SCHEME) || result.contains("&#");
    for (String id : included.keySet()) {
      hasOthers |= result.contains(id);
    }
    return hasOthers ? null : result.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static int count(String text, String wanted) {
    int count = 0;
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      count++;
    }
    return count;
  }

  /** The references of includes, and how often each stands in the document. */
  private static Map<String, Integer> references(byte[] document, @Nullable String charset) {
    Map<String, Integer> references = new HashMap<>();
    try {
      XmlReader in = new XmlReader(NAMES, XmlLimits.DEFAULT);
      in.reset(document, 0, document.length, charset);
      for (int event = in.next(); event != XmlReader.END_DOCUMENT; event = in.next()) {
        if (event == XmlReader.START_ELEMENT) {
          String reference = include(in);
          if (reference != null) {
            references.merge(reference, 1, Integer::sum);
          }
        }
      }
    } catch (XmlException e) {
      return Map.of(); // the origin says what is wrong with it
    }
    return references;
  }

  private static @Nullable String include(XmlReader in) {
    XmlName name = in.name();
    if (!name.local().equals("Include") || !name.uri().equals(XOP)) {
      return null;
    }
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName attribute = in.attributeName(i);
      if (attribute.local().equals("href") && attribute.uri().isEmpty()) {
        String value = in.attribute(i).toString();
        return value.startsWith(SCHEME) ? value : null;
      }
    }
    return null;
  }

  /** The Content-ID that a reference names (RFC 2392); null where it is malformed. */
  private static @Nullable String idOf(String reference) {
    String id = reference.substring(SCHEME.length());
    try {
      return URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
