package io.castile.interop.peers;

import jakarta.activation.DataHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;

/** The service that every stack serves and calls here: it gives back what it gets. */
@WebService(name = "Archive", targetNamespace = Archive.NAMESPACE)
public interface Archive {
  String NAMESPACE = "urn:castile:archive";

  ArchiveItem item(@WebParam(name = "item") ArchiveItem item);

  byte[] bytes(@WebParam(name = "bytes") byte[] bytes);

  @XmlMimeType("application/octet-stream")
  DataHandler data(
      @WebParam(name = "data") @XmlMimeType("application/octet-stream") DataHandler data);

  /** Returns the text; fails for an empty one. */
  String text(@WebParam(name = "text") String text);
}
