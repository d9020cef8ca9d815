package io.castile.soap.model;

import io.castile.soap.SoapVersion;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Describes a port beyond its classes: by a description that the application has brought, or by
 * settings of the application. Immutable, as long as the documents' bytes are not changed.
 *
 * @param service the name of its service; null for what the classes say
 * @param port its own name; null for what the classes say
 * @param version of its binding; null for what the classes say
 * @param documents the WSDL, first, and all that it refers to, by their addresses; empty for what
 *     the classes say
 */
public record PortDescription(
    @Nullable QName service,
    @Nullable QName port,
    @Nullable SoapVersion version,
    Map<URI, byte[]> documents) {
  /** The description that adds nothing to the classes. */
  public static final PortDescription NONE = new PortDescription(null, null, null, Map.of());

  public PortDescription {
    documents =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNull(documents, "documents")));
  }

  /** Whether this says nothing beyond what the classes say, as {@link #NONE}. */
  public boolean isNothing() {
    return service == null && port == null && version == null && documents.isEmpty();
  }
}
