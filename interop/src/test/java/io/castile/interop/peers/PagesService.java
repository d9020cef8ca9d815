package io.castile.interop.peers;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.MTOM;
import java.util.List;

/** Gives back what it gets, in parts. */
@MTOM
@WebService(
    endpointInterface = "io.castile.interop.peers.Pages",
    serviceName = "PagesService",
    portName = "PagesPort",
    targetNamespace = Archive.NAMESPACE)
public class PagesService implements Pages {
  @Override
  public byte[] bytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public List<byte[]> pages(List<byte[]> pages) {
    return pages;
  }
}
