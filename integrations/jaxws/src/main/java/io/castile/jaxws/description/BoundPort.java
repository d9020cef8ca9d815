package io.castile.jaxws.description;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A port of a service, with what its binding says.
 *
 * @param address as it stands in the WSDL; empty for none
 * @param bindingId of JAX-WS, as {@link jakarta.xml.ws.soap.SOAPBinding#SOAP11HTTP_BINDING}; null
 *     where the binding is of another kind, or was not found
 * @param portType null where the binding was not found
 * @param addressing whether messages have addressing properties
 * @param addressingRequired whether the service refuses messages without them
 * @param mtom whether binary data leaves in parts
 * @param hasPolicies whether there are policies with other assertions
 * @param required names of extensions that have to be understood ({@code wsdl:required}), but are
 *     not
 */
public record BoundPort(
    QName name,
    String address,
    @Nullable String bindingId,
    @Nullable QName portType,
    boolean addressing,
    boolean addressingRequired,
    boolean mtom,
    boolean hasPolicies,
    List<QName> required) {}
