package io.castile.servlet;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;

/** The same service in SOAP 1.2. */
@WebService(
    endpointInterface = "io.castile.servlet.Depot",
    serviceName = "DepotService",
    portName = "DepotPort",
    targetNamespace = Depot.NAMESPACE)
@BindingType(SOAPBinding.SOAP12HTTP_BINDING)
public class Depot12 extends DepotService {}
