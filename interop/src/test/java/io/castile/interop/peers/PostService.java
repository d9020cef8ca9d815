package io.castile.interop.peers;

import jakarta.jws.WebService;

/** Gives back what it gets. */
@WebService(
    endpointInterface = "io.castile.interop.peers.Post",
    serviceName = "PostService",
    portName = "PostPort",
    targetNamespace = Archive.NAMESPACE)
public class PostService implements Post {
  @Override
  public ArchiveLetter letter(ArchiveLetter letter) {
    return letter;
  }
}
