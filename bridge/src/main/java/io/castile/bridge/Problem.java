package io.castile.bridge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The details of a problem (RFC 9457). Immutable.
 *
 * @param status of HTTP
 * @param title what kind of problem it is
 * @param detail what was expected and found, or the reason of a fault; empty for none
 * @param code the code of a fault of SOAP, by its local name; null for other problems
 * @param pointer where in the request the problem is (RFC 6901); null where it is not in the
 *     request's content
 * @param fault the entries of a fault's detail by their local names; empty for none
 */
public record Problem(
    int status,
    String title,
    String detail,
    @Nullable String code,
    @Nullable String pointer,
    Map<String, @Nullable Object> fault) {
  /** The media type of problems. */
  public static final String TYPE = "application/problem+json";

  /** A problem that is no fault of the service. */
  public Problem(int status, String title, String detail, @Nullable String pointer) {
    this(status, title, detail, null, pointer, Map.of());
  }

  /** Returns the problem in the form of JSON, in UTF-8. */
  public byte[] toBytes() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("title", title);
    members.put("status", status);
    if (!detail.isEmpty()) {
      members.put("detail", detail);
    }
    if (code != null) {
      members.put("code", code);
    }
    if (pointer != null) {
      members.put("pointer", pointer);
    }
    if (!fault.isEmpty()) {
      members.put("fault", fault);
    }
    return JsonText.bytes(members);
  }
}
