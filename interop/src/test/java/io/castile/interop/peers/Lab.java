package io.castile.interop.peers;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service that every stack serves and calls here: it hands batches about. */
@WebService(name = "Lab", targetNamespace = Lab.NAMESPACE)
public interface Lab {
  String NAMESPACE = "urn:castile:lab";

  /** Returns what it was given. */
  Batch echo(@WebParam(name = "batch") Batch batch);

  /** Returns the batch of a step of {@link Batches}. */
  Batch next(@WebParam(name = "step") int step);
}
