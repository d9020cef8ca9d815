package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import java.net.URI;

/**
 * Fetches a document over HTTP that is no description, in the way of descriptions: with the same
 * options, and with the same words where it does not come. No copy is kept, and only places of the
 * same server are followed.
 */
public final class RemoteDocument {
  private RemoteDocument() {}

  /**
   * Returns a document.
   *
   * @param location of {@code http} or {@code https}; user and password in it are sent to its
   *     server, and are in no message
   * @param limits of which the size of a document and the time for one hold
   * @throws DocumentException if it does not come, or is larger; says why, and what the caller can
   *     give
   * @throws IllegalArgumentException if the location is none of HTTP
   */
  public static byte[] fetch(URI location, FetchOptions options, DocumentLimits limits)
      throws DocumentException {
    if (!Locations.isRemote(location)) {
      throw new IllegalArgumentException(
          "expected a URL of http or https, found " + Locations.shown(location.toString()));
    }
    FetchRequests requests = new FetchRequests(options, limits.timeout(), location);
    URI plain = requests.withoutUser(location);
    return new RemoteDocuments(limits, null, false, requests).bytes(plain);
  }
}
