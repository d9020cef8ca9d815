package io.castile.interop.soak;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** What is called: an operation of each kind, whose answers the caller can tell beforehand. */
@WebService(name = "Workshop", targetNamespace = Workshop.NAMESPACE)
public interface Workshop {
  String NAMESPACE = "urn:castile:workshop";

  int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

  /** Returns {@link Piece#list}. */
  List<Piece> list(@WebParam(name = "seed") int seed, @WebParam(name = "count") int count);

  /** Returns the bytes. */
  byte[] mirror(@WebParam(name = "bytes") byte[] bytes);

  /** Returns the text behind the token, which came in the header. */
  String signed(
      @WebParam(name = "token", header = true) String token, @WebParam(name = "text") String text);

  /** Has no such thing. */
  void refuse(@WebParam(name = "name") String name) throws Refused;

  /** Fails as services do that have a mistake. */
  void fail(@WebParam(name = "text") String text);

  @Oneway
  void tell(@WebParam(name = "text") String text);

  /** Is in requests only that never arrive as a whole. */
  @Oneway
  void never();
}
