package io.castile.interop.peers;

import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.SOAPBinding;

/** Gives back what it gets. */
@WebService(
    endpointInterface = "io.castile.interop.peers.Archive",
    serviceName = "ArchiveService",
    portName = "ArchivePort",
    targetNamespace = Archive.NAMESPACE)
public class ArchiveService implements Archive {
  /** With MTOM. */
  @MTOM
  @WebService(
      endpointInterface = "io.castile.interop.peers.Archive",
      serviceName = "ArchiveService",
      portName = "ArchivePort",
      targetNamespace = Archive.NAMESPACE)
  public static class Optimized extends ArchiveService {}

  /** With MTOM and SOAP 1.2. */
  @MTOM
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(
      endpointInterface = "io.castile.interop.peers.Archive",
      serviceName = "ArchiveService",
      portName = "ArchivePort",
      targetNamespace = Archive.NAMESPACE)
  public static class Optimized12 extends ArchiveService {}

  @Override
  public ArchiveItem item(ArchiveItem item) {
    return item;
  }

  @Override
  public byte[] bytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public DataHandler data(DataHandler data) {
    return data;
  }

  @Override
  public String text(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("expected a text");
    }
    return text;
  }
}
