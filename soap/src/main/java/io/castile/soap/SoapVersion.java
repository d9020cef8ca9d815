package io.castile.soap;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The two versions of SOAP, with the names that differ between them. */
public enum SoapVersion {
  /** Simple Object Access Protocol 1.1, W3C note of 8 May 2000. */
  SOAP_1_1(
      "http://schemas.xmlsoap.org/soap/envelope/",
      "text/xml",
      "http://schemas.xmlsoap.org/wsdl/soap/http",
      "http://schemas.xmlsoap.org/soap/actor/next",
      "actor"),

  /** SOAP 1.2, second edition, W3C recommendation of 27 April 2007. */
  SOAP_1_2(
      "http://www.w3.org/2003/05/soap-envelope",
      "application/soap+xml",
      "http://www.w3.org/2003/05/soap/bindings/HTTP/",
      "http://www.w3.org/2003/05/soap-envelope/role/next",
      "role");

  private static final String ULTIMATE_RECEIVER =
      "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver";

  /** The role in which no node acts (SOAP 1.2 part 1 §2.2). */
  private static final String NO_ROLE = "http://www.w3.org/2003/05/soap-envelope/role/none";

  private final String namespace;
  private final String mediaType;
  private final String bindingId;
  private final String nextRole;
  private final String roleAttribute;

  SoapVersion(
      String namespace, String mediaType, String bindingId, String nextRole, String roleAttribute) {
    this.namespace = namespace;
    this.mediaType = mediaType;
    this.bindingId = bindingId;
    this.nextRole = nextRole;
    this.roleAttribute = roleAttribute;
  }

  /** Returns the namespace of the envelope. */
  public String namespace() {
    return namespace;
  }

  /** Returns the media type of messages over HTTP, without parameters. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns the identifier of the HTTP binding, as in {@code jakarta.xml.ws.BindingType}. */
  public String bindingId() {
    return bindingId;
  }

  /** The name of the attribute that addresses a header block: {@code actor} or {@code role}. */
  public String roleAttribute() {
    return roleAttribute;
  }

  /**
   * Whether a header block with this actor or role is for the node that reads the message as its
   * last receiver (SOAP 1.1 §4.2.2; SOAP 1.2 part 1 §2.2).
   *
   * @param role the attribute's value; empty where absent
   */
  public boolean addressesReceiver(String role) {
    return role.isEmpty()
        || role.equals(nextRole)
        || (this == SOAP_1_2 && role.equals(ULTIMATE_RECEIVER));
  }

  /** Returns the roles in which the last receiver of a message acts, apart from that of no role. */
  public Set<String> receiverRoles() {
    return this == SOAP_1_2 ? Set.of(nextRole, ULTIMATE_RECEIVER) : Set.of(nextRole);
  }

  /**
   * Returns roles as they may be set.
   *
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public static Set<String> checkedRoles(Set<String> roles) {
    if (roles.contains(NO_ROLE)) {
      throw new IllegalArgumentException(
          "Cannot act in role " + NO_ROLE + ", because no node may.");
    }
    return Set.copyOf(roles);
  }

  /** The version with this envelope namespace, or null. */
  public static @Nullable SoapVersion ofNamespace(String uri) {
    for (SoapVersion version : values()) {
      if (version.namespace.equals(uri)) {
        return version;
      }
    }
    return null;
  }

  /**
   * The version of a binding identifier.
   *
   * @throws IllegalArgumentException if the identifier names no SOAP binding over HTTP
   */
  public static SoapVersion ofBinding(String bindingId) {
    int query = bindingId.indexOf('?');
    String id = query < 0 ? bindingId : bindingId.substring(0, query);
    if (id.isEmpty() || id.equals(SOAP_1_1.bindingId)) {
      return SOAP_1_1;
    }
    if (id.equals(SOAP_1_2.bindingId)
        || id.equals("http://java.sun.com/xml/ns/jaxws/2003/05/soap/bindings/HTTP/")) {
      return SOAP_1_2;
    }
    throw new IllegalArgumentException(
        "expected the binding "
            + SOAP_1_1.bindingId
            + " or "
            + SOAP_1_2.bindingId
            + ", found '"
            + bindingId
            + "'");
  }

  /**
   * The version of messages of a media type.
   *
   * @param mediaType in lower case, without parameters
   * @return null for none
   */
  public static @Nullable SoapVersion ofMediaType(String mediaType) {
    return switch (mediaType) {
      case "text/xml", "application/xml" -> SOAP_1_1;
      case "application/soap+xml" -> SOAP_1_2;
      default -> null;
    };
  }
}
