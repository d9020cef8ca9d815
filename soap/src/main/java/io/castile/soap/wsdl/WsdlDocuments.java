package io.castile.soap.wsdl;

import io.castile.soap.model.internal.ServiceModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The description of a service as its clients read it: the WSDL, and the documents that it imports,
 * each under a query of the service's address. Made when first asked for. Thread-safe.
 */
public final class WsdlDocuments {
  private final ServiceModel model;
  private final List<WsdlExtension> extensions;

  /**
   * The documents by query; the service's address stands in them as {@link
   * WsdlAddress#PLACEHOLDER}.
   */
  private volatile @Nullable Map<String, String> documents;

  public WsdlDocuments(ServiceModel model, List<WsdlExtension> extensions) {
    this.model = model;
    this.extensions = List.copyOf(extensions);
  }

  /** Whether the query of a GET asks for a document of a description. */
  public static boolean isDocumentQuery(String query) {
    return query.equalsIgnoreCase("wsdl") || query.startsWith("wsdl=") || query.startsWith("xsd=");
  }

  /**
   * Returns a document of the description.
   *
   * @param query the query of the request
   * @param address the address of the service, as the client reached it
   * @return the document in UTF-8; null if there is none
   */
  public byte @Nullable [] document(String query, String address) {
    String text = all().get(query.equalsIgnoreCase("wsdl") ? "wsdl" : query);
    return text == null ? null : WsdlAddress.resolve(text, address);
  }

  /** All documents by their queries. */
  Map<String, String> all() {
    Map<String, String> all = documents;
    if (all == null) {
      all = make();
      documents = all;
    }
    return all;
  }

  private Map<String, String> make() {
    if (model.hasGivenWsdl()) {
      try {
        return WsdlFiles.read(model);
      } catch (IllegalArgumentException e) {
        LoggerFactory.getLogger(WsdlDocuments.class)
            .warn("the WSDL is made from the annotations: {}", e.getMessage());
      }
    }
    return model.isUntyped() ? Map.of() : new WsdlGenerator(model, extensions).documents();
  }
}
