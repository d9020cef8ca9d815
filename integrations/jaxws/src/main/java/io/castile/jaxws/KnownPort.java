package io.castile.jaxws;

import io.castile.jaxws.description.BoundPort;
import io.castile.jaxws.description.ClientDescription;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.HttpTransport;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.http.HTTPBinding;
import java.net.URI;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A port as it is known before there is a client. Immutable.
 *
 * @param address where its service is; null for none that can be used
 * @param whyNoAddress why there is none; empty where there is one
 * @param version of SOAP; null for what the interface says
 * @param mtom whether the binding or the WSDL says that binary data leaves in parts
 * @param documents the WSDL where it has policies that are to be held to what is done; else empty
 * @param required extensions that have to be understood, but are not
 * @param withoutSoap whether its binding is that of XML over HTTP, which dispatches have
 */
record KnownPort(
    QName name,
    @Nullable String address,
    String whyNoAddress,
    @Nullable SoapVersion version,
    boolean mtom,
    boolean addressing,
    boolean addressingRequired,
    Map<URI, byte[]> documents,
    List<QName> required,
    boolean withoutSoap) {

  /** A port of which nothing is said but its name. */
  static KnownPort named(QName name, String whyNoAddress) {
    return new KnownPort(
        name, null, whyNoAddress, null, false, false, false, Map.of(), List.of(), false);
  }

  /** A port that the application has added. */
  static KnownPort added(QName name, @Nullable String bindingId, @Nullable String address) {
    boolean withoutSoap = HTTPBinding.HTTP_BINDING.equals(bindingId);
    BindingId binding = BindingId.of(withoutSoap ? null : bindingId);
    String why = addressIsUsable(address) ? "" : "port " + name + " was added " + said(address);
    return new KnownPort(
        name,
        why.isEmpty() ? address : null,
        why,
        binding.version(),
        binding.mtom(),
        false,
        false,
        Map.of(),
        List.of(),
        withoutSoap);
  }

  /**
   * A port of a WSDL.
   *
   * @throws WebServiceException if its binding is neither one of SOAP nor of HTTP
   */
  static KnownPort described(BoundPort port, ClientDescription description, Object wsdl) {
    SoapVersion version = null;
    boolean withoutSoap = HTTPBinding.HTTP_BINDING.equals(port.bindingId());
    if (port.portType() != null && !withoutSoap) { // else its binding could not be read
      if (port.bindingId() == null) {
        throw new WebServiceException(
            "Cannot use port "
                + port.name()
                + " in WSDL "
                + wsdl
                + ", because its binding is neither of SOAP nor of HTTP.");
      }
      version = BindingId.of(port.bindingId()).version();
    }
    String why =
        addressIsUsable(port.address())
            ? ""
            : "WSDL " + wsdl + " describes port " + port.name() + " " + said(port.address());
    return new KnownPort(
        port.name(),
        why.isEmpty() ? port.address() : null,
        why,
        version,
        port.mtom(),
        port.addressing(),
        port.addressingRequired(),
        description.documents(),
        port.required(),
        withoutSoap);
  }

  private static String said(@Nullable String address) {
    return address == null || address.isEmpty()
        ? "without an address"
        : "at '" + address + "', which is no http or https URL that can be called";
  }

  private static boolean addressIsUsable(@Nullable String address) {
    if (address == null || address.isEmpty()) {
      return false;
    }
    try {
      HttpTransport.checkEndpoint(address);
      return true;
    } catch (IllegalArgumentException e) {
      return false; // as a placeholder, which the application replaces
    }
  }

  /**
   * The same port, of an interface.
   *
   * @throws WebServiceException if its binding is that of XML over HTTP
   */
  KnownPort withSoap() {
    if (withoutSoap) {
      throw new WebServiceException(
          "Cannot make a client of port "
              + name
              + ", because its binding is of HTTP without SOAP. Make a"
              + " dispatch.");
    }
    return this;
  }

  /** The same port at another address. */
  KnownPort at(String other) {
    return new KnownPort(
        name,
        other,
        "",
        version,
        mtom,
        addressing,
        addressingRequired,
        documents,
        required,
        withoutSoap);
  }
}
