package io.castile.delta;

import io.castile.soap.EntityTags;
import io.castile.soap.SoapResponse;
import io.castile.xml.Payload;
import java.util.HashMap;
import java.util.Map;

/** The header fields of a server's response that tell of its content, and may be set twice. */
final class ContentHeaders {
  static final String CODING = "Content-Encoding";
  static final String VARY = "Vary";

  private ContentHeaders() {}

  /** Whether the application has coded the content itself, so that it is no message any more. */
  static boolean isCoded(SoapResponse response) {
    return response.status() == 0 && name(response.headers(), CODING) != null;
  }

  /** Whether the message is made while it is sent, as it is too long to be kept anywhere. */
  static boolean isStreamed(SoapResponse response) {
    return response.payload() != null && response.payload().size() == Payload.UNKNOWN_SIZE;
  }

  /**
   * Returns fields to be sent with a response.
   *
   * @param more the link's own; they replace those of the response, but what an answer depends on
   *     is told together, and a strong entity tag is another one with a coding
   */
  static Map<String, String> beside(SoapResponse response, Map<String, String> more) {
    if (response.status() != 0) {
      return more;
    }
    String own = name(response.headers(), VARY);
    String tag = more.containsKey(CODING) ? name(response.headers(), EntityTags.FIELD) : null;
    boolean isVarying = own != null && more.containsKey(VARY);
    if (tag == null && !isVarying) {
      return more;
    }
    Map<String, String> all = new HashMap<>(more);
    if (isVarying) {
      String added = all.remove(VARY);
      all.put(own, response.headers().get(own) + ", " + added);
    }
    if (tag != null) {
      all.put(tag, EntityTags.coded(response.headers().get(tag), more.get(CODING)));
    }
    return all;
  }

  /** Says in fields, which are changed, that an answer depends on a field of the request too. */
  static void vary(Map<String, String> headers, String field) {
    String own = name(headers, VARY);
    if (own == null) {
      headers.put(VARY, field);
      return;
    }
    String told = headers.get(own);
    for (String member : told.split(",")) {
      if (member.trim().equalsIgnoreCase(field) || member.trim().equals("*")) {
        return;
      }
    }
    headers.put(own, told.isBlank() ? field : told + ", " + field);
  }

  /** The name under which there is a field; null if there is none. */
  static String name(Map<String, String> headers, String field) {
    for (String name : headers.keySet()) {
      if (name.equalsIgnoreCase(field)) {
        return name;
      }
    }
    return null;
  }
}
