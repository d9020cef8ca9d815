package io.castile.interop.peers;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** A service whose schema needs no other that would have to be looked for on the Internet. */
@WebService(name = "Pages", targetNamespace = Archive.NAMESPACE)
public interface Pages {
  byte[] bytes(@WebParam(name = "bytes") byte[] bytes);

  List<byte[]> pages(@WebParam(name = "pages") List<byte[]> pages);
}
