package io.castile.wss4j;

import java.util.List;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.jspecify.annotations.Nullable;

/** How the messages of a port are protected. Immutable. */
interface Protections {
  /**
   * How requests are: one of the alternatives, of which a client does the first. At least one.
   *
   * @param operation null where it is not known
   */
  List<Protection> requests(@Nullable QName operation);

  /** The algorithms of all requests together, each of which is then held to its own. */
  AlgorithmSuite accepted();

  /**
   * How the response to a request is.
   *
   * @param alternative the place of the request's protection in {@link #requests}
   */
  Protection response(@Nullable QName operation, int alternative);
}
