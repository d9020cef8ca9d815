package io.castile.servlet;

import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import java.util.List;

/** A service with something of everything. */
@WebService(name = "Depot", targetNamespace = Depot.NAMESPACE)
public interface Depot {
  String NAMESPACE = "urn:depot";

  int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  /** Returns so many names, the same ones whenever it is asked. */
  List<String> names(@WebParam(name = "count") int count);

  /** Returns the bytes. */
  byte[] mirror(@WebParam(name = "bytes") byte[] bytes);

  /** Returns the text, which came in the header. */
  String titled(@WebParam(name = "title", header = true) String title);

  /** Has no such thing. */
  void take(@WebParam(name = "name") String name) throws Missing;

  /** Fails as services do that have a mistake. */
  void fail();

  /** Returns when the service lets it. */
  int hold(@WebParam(name = "number") int number);

  /** Returns who calls, and whether he has that role. */
  String caller(@WebParam(name = "role") String role);

  /** Returns data that fails when most of it has been sent. */
  @XmlMimeType("application/octet-stream")
  DataHandler broken();

  @Oneway
  void note(@WebParam(name = "text") String text);
}
