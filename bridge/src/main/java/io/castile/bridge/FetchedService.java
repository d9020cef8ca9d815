package io.castile.bridge;

import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.FetchSettings;
import io.castile.wsdl.document.internal.FetchedDocuments;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description that was read, and whether the servers of its documents, or
 * files, have others since. Thread-safe.
 */
public final class FetchedService {
  private final JsonService service;
  private final FetchedDocuments documents;

  private FetchedService(JsonService service, FetchedDocuments documents) {
    this.service = service;
    this.documents = documents;
  }

  /**
   * Reads a description, but for its schemas, which are read when they are needed.
   *
   * @param location a URL, or the path of a file
   * @throws IllegalArgumentException if the location is neither
   * @throws IOException if it cannot be read
   */
  public static FetchedService read(String location) throws IOException {
    FetchedDocuments documents = new FetchedDocuments();
    FetchOptions options = FetchSettings.withFetched(FetchOptions.DEFAULT, documents);
    JsonService service =
        JsonService.of(WsdlReader.create().lazy().withFetch(options).read(location));
    return new FetchedService(service, documents);
  }

  /** Returns the operations. */
  public JsonService service() {
    return service;
  }

  /**
   * Asks the servers of all documents that were fetched whether they have others now, and looks at
   * the files that were read. Takes time.
   *
   * @throws IOException if a document that was there cannot be had now
   */
  public boolean hasChanged() throws IOException {
    return documents.haveChanged();
  }

  /** Returns a document that could not be read now, and could before; null for none. */
  public @Nullable URI lostSince(FetchedService before) {
    return documents.lostSince(before.documents);
  }
}
