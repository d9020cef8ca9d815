package io.castile;

import jakarta.activation.DataHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;

/** A service that keeps bytes. */
@WebService(name = "Vault", targetNamespace = "urn:vault")
public interface Vault {
  /** Returns the bytes of a place, the same ones whenever it is asked. */
  byte[] get(@WebParam(name = "place") int place);

  /** Returns how many bytes there are, and their sum. */
  String put(@WebParam(name = "bytes") byte[] bytes);

  /** As {@link #put}. */
  String fill(@WebParam(name = "data") @XmlMimeType("*/*") DataHandler data);

  /** Returns that many bytes, made while they are sent. */
  @XmlMimeType("*/*")
  DataHandler make(@WebParam(name = "length") int length);

  /** Returns the text. */
  String text(@WebParam(name = "text") String text);
}
