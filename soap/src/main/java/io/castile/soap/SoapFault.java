package io.castile.soap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * A fault as data, the same for both versions of SOAP (SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4).
 *
 * <p>Immutable, except that the DOM elements of {@code detail} are those that were given.
 *
 * @param code the code: one of {@link Code}, or in SOAP 1.1 a name of the service's own
 * @param subcodes the subcodes from the outermost to the innermost; SOAP 1.2 only
 * @param reasons the explanation for people, at least one
 * @param node the URI of the node that failed; empty where absent; SOAP 1.2 only
 * @param role the URI of the role (actor) in which it acted; empty where absent
 * @param detail the entries of the detail element; null where there is no detail element
 * @param wholeDetail the detail element with its attributes, texts and entries; null where it has
 *     entries only, or there is none
 */
public record SoapFault(
    QName code,
    List<QName> subcodes,
    List<Reason> reasons,
    String node,
    String role,
    @Nullable List<Element> detail,
    @Nullable Element wholeDetail) {

  /** A fault whose detail has entries only. */
  public SoapFault(
      QName code,
      List<QName> subcodes,
      List<Reason> reasons,
      String node,
      String role,
      @Nullable List<Element> detail) {
    this(code, subcodes, reasons, node, role, detail, null);
  }

  /** A reason in one language. */
  public record Reason(String text, String language) {
    public Reason {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(language, "language");
    }
  }

  /** The codes that SOAP itself defines. */
  public enum Code {
    /** The message is not of a known version. */
    VERSION_MISMATCH("VersionMismatch", "VersionMismatch"),
    /** A header block that must be understood is not. */
    MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
    /** The message is wrong: sending it again unchanged is useless. */
    SENDER("Client", "Sender"),
    /** The message could not be processed for reasons of the receiver's own. */
    RECEIVER("Server", "Receiver"),
    /** The data encoding is not known; in SOAP 1.1 a mistake of the sender. */
    DATA_ENCODING_UNKNOWN("Client", "DataEncodingUnknown");

    private final String soap11;
    private final String soap12;

    Code(String soap11, String soap12) {
      this.soap11 = soap11;
      this.soap12 = soap12;
    }

    /** Returns the name of this code in messages of {@code version}. */
    public QName name(SoapVersion version) {
      return new QName(version.namespace(), version == SoapVersion.SOAP_1_1 ? soap11 : soap12);
    }
  }

  public SoapFault {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(role, "role");
    subcodes = List.copyOf(subcodes);
    reasons = List.copyOf(reasons);
    detail = detail == null ? null : List.copyOf(detail);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot make a fault of code " + code + ", because it has no reason.");
    }
  }

  /** A fault with one reason in English and without detail. */
  public static SoapFault of(Code code, String reason) {
    return new SoapFault(
        code.name(SoapVersion.SOAP_1_2),
        List.of(),
        List.of(new Reason(reason, "en")),
        "",
        "",
        null);
  }

  /**
   * Returns a fault that blames the sender by the codes of a protocol of its own (WS-Addressing
   * SOAP Binding §6, WS-Security §12): in SOAP 1.2 they are subcodes, in SOAP 1.1 the innermost of
   * them is the code.
   *
   * @param subcodes from the outermost to the innermost; at least one
   */
  public static SoapFault ofSender(SoapVersion version, List<QName> subcodes, String reason) {
    boolean soap11 = version == SoapVersion.SOAP_1_1;
    return new SoapFault(
        soap11 ? subcodes.get(subcodes.size() - 1) : Code.SENDER.name(version),
        soap11 ? List.of() : subcodes,
        List.of(new Reason(reason, "en")),
        "",
        "",
        null);
  }

  /** Returns the first reason's text. */
  public String reason() {
    return reasons.get(0).text();
  }

  /** Returns a copy with these entries of detail. */
  public SoapFault withDetail(List<Element> entries) {
    return new SoapFault(code, subcodes, reasons, node, role, entries);
  }

  /**
   * Returns a copy whose detail has other entries, and which keeps the detail element as it was.
   *
   * @param entries those that there were, and further ones
   */
  public SoapFault withMoreDetail(List<Element> entries) {
    return new SoapFault(code, subcodes, reasons, node, role, entries, wholeDetail);
  }

  /** Whether the code is {@code wanted}, in the names of either version. */
  public boolean is(Code wanted) {
    return code.equals(wanted.name(SoapVersion.SOAP_1_1))
        || code.equals(wanted.name(SoapVersion.SOAP_1_2));
  }

  /**
   * Whether the fault blames the message, in whatever way services write that: with more after a
   * dot (SOAP 1.1 §4.4.1), without the prefix, or by an encoding that they do not know.
   */
  public boolean blamesSender() {
    return isKindOf("Client") || isKindOf("Sender") || isKindOf("DataEncodingUnknown");
  }

  /** Whether the fault blames only the service; its code may have more after a dot. */
  public boolean blamesReceiver() {
    return isKindOf("Server") || isKindOf("Receiver");
  }

  /** Whether the code is one of SOAP's, or one of no namespace, with or without more behind it. */
  private boolean isKindOf(String known) {
    String uri = code.getNamespaceURI();
    boolean ofSoap = uri.isEmpty();
    for (SoapVersion version : SoapVersion.values()) {
      ofSoap |= uri.equals(version.namespace());
    }
    String local = code.getLocalPart();
    int dot = local.indexOf('.');
    String kind = dot < 0 ? local : local.substring(0, dot);
    return ofSoap && kind.equals(known);
  }

  /**
   * The same fault with a code that {@code version} can carry. Names of SOAP itself are translated;
   * in SOAP 1.2, which allows no others, a foreign code becomes the subcode of Receiver; in SOAP
   * 1.1 subcodes are left out.
   */
  public SoapFault in(SoapVersion version) {
    for (Code known : Code.values()) {
      if (is(known)) {
        List<QName> kept = version == SoapVersion.SOAP_1_1 ? List.of() : subcodes;
        return new SoapFault(known.name(version), kept, reasons, node, role, detail, wholeDetail);
      }
    }
    if (version == SoapVersion.SOAP_1_1) {
      return new SoapFault(code, List.of(), reasons, node, role, detail, wholeDetail);
    }
    List<QName> foreign = new ArrayList<>();
    if (!code.getNamespaceURI().isEmpty()) {
      foreign.add(code);
    }
    foreign.addAll(subcodes);
    return new SoapFault(
        Code.RECEIVER.name(version), foreign, reasons, node, role, detail, wholeDetail);
  }
}
