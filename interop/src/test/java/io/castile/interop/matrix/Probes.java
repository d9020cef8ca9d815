package io.castile.interop.matrix;

import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;

/** The service in each style and version, which stacks want to find in annotations. */
final class Probes {
  static final String SERVICE = "ProbeService";
  static final String PORT = "ProbePort";

  private Probes() {}

  static ProbeService create(Setting setting) {
    boolean first = setting.version() == SoapVersion.SOAP_1_1;
    return switch (setting.style()) {
      case WRAPPED -> first ? new Wrapped11() : new Wrapped12();
      case BARE -> first ? new Bare11() : new Bare12();
      case RPC -> first ? new Rpc11() : new Rpc12();
    };
  }

  @BindingType(SOAPBinding.SOAP11HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.WrappedProbe",
      targetNamespace = WrappedProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Wrapped11 extends ProbeService implements WrappedProbe {}

  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.WrappedProbe",
      targetNamespace = WrappedProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Wrapped12 extends ProbeService implements WrappedProbe {}

  @BindingType(SOAPBinding.SOAP11HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.BareProbe",
      targetNamespace = BareProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Bare11 extends ProbeService implements BareProbe {}

  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.BareProbe",
      targetNamespace = BareProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Bare12 extends ProbeService implements BareProbe {}

  @BindingType(SOAPBinding.SOAP11HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.RpcProbe",
      targetNamespace = RpcProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Rpc11 extends ProbeService implements RpcProbe {}

  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.matrix.RpcProbe",
      targetNamespace = RpcProbe.NAMESPACE,
      serviceName = SERVICE,
      portName = PORT)
  public static final class Rpc12 extends ProbeService implements RpcProbe {}
}
