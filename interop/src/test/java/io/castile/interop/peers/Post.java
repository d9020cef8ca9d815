package io.castile.interop.peers;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service for letters, whose enclosures are attachments that they only refer to. */
@WebService(name = "Post", targetNamespace = Archive.NAMESPACE)
public interface Post {
  ArchiveLetter letter(@WebParam(name = "letter") ArchiveLetter letter);
}
