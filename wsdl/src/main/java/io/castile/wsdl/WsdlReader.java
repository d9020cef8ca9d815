package io.castile.wsdl;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.schema.Schemas;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.catalog.Catalog;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogManager;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads descriptions in WSDL 1.1, of files, archives and URLs, with all that they import. Immutable
 * and thread-safe.
 *
 * <p>What a description should not say, but what does not keep it from being used, is a {@linkplain
 * Description#problems problem}: a reference that leads nowhere, a schema that cannot be had.
 */
public final class WsdlReader {
  private static final WsdlReader DEFAULT =
      new WsdlReader(DocumentLimits.DEFAULT, null, null, false, false, FetchOptions.DEFAULT);

  private final DocumentLimits limits;
  private final @Nullable Catalog catalog;
  private final @Nullable Path cache;
  private final boolean isOffline;
  private final boolean isLazy;
  private final FetchOptions fetch;

  private WsdlReader(
      DocumentLimits limits,
      @Nullable Catalog catalog,
      @Nullable Path cache,
      boolean isOffline,
      boolean isLazy,
      FetchOptions fetch) {
    this.limits = limits;
    this.catalog = catalog;
    this.cache = cache;
    this.isOffline = isOffline;
    this.isLazy = isLazy;
    this.fetch = fetch;
  }

  /** Returns a reader with default limits, no catalogue and no cache. */
  public static WsdlReader create() {
    return DEFAULT;
  }

  /** Returns this reader with other limits. */
  public WsdlReader withLimits(DocumentLimits others) {
    return new WsdlReader(
        Objects.requireNonNull(others, "limits"), catalog, cache, isOffline, isLazy, fetch);
  }

  /** Returns this reader with a catalogue that says where documents are (OASIS XML Catalogs). */
  public WsdlReader withCatalog(Catalog other) {
    return new WsdlReader(
        limits, Objects.requireNonNull(other, "catalog"), cache, isOffline, isLazy, fetch);
  }

  /**
   * Returns this reader with a catalogue in a file. What the catalogue lacks is no error.
   *
   * @throws IllegalArgumentException if there is no such file
   */
  public WsdlReader withCatalog(Path file) {
    if (!Files.isReadable(file)) { // which the catalogue itself would not say
      throw new IllegalArgumentException(
          "Cannot read catalogue " + file + ", because there is no such file.");
    }
    CatalogFeatures features =
        CatalogFeatures.builder().with(CatalogFeatures.Feature.RESOLVE, "continue").build();
    return withCatalog(CatalogManager.catalog(features, file.toAbsolutePath().toUri()));
  }

  /**
   * Returns this reader with a folder, made when needed, for copies of documents that it fetches.
   */
  public WsdlReader withCache(Path folder) {
    return new WsdlReader(
        limits, catalog, Objects.requireNonNull(folder, "folder"), isOffline, isLazy, fetch);
  }

  /**
   * Returns this reader with the options, the user included, for fetching documents from the
   * network.
   */
  public WsdlReader withFetch(FetchOptions options) {
    return new WsdlReader(
        limits, catalog, cache, isOffline, isLazy, Objects.requireNonNull(options, "options"));
  }

  /** Returns this reader as one that fetches nothing, but may read copies. */
  public WsdlReader offline() {
    return new WsdlReader(limits, catalog, cache, true, isLazy, fetch);
  }

  /**
   * Returns this reader as one that reads schemas when they are first needed: of a large
   * description, an operation needs a few of them, and documents that it does not need are not
   * looked through. What is wrong with schemas is not seen before.
   */
  public WsdlReader lazy() {
    return new WsdlReader(limits, catalog, cache, isOffline, true, fetch);
  }

  /**
   * Reads a description, as {@link #read(URI)} does.
   *
   * @param location a URL, or the path of a file
   * @throws IllegalArgumentException if the location is neither
   * @throws DocumentException if the description cannot be read
   */
  public Description read(String location) throws DocumentException {
    return read(Locations.of(location));
  }

  /**
   * Reads a description.
   *
   * <p>Where the server of a URL without a query has something else there, the description is read
   * from the URL with {@code ?wsdl}, which is said as a problem.
   *
   * @param location a URI of {@code file}, {@code jar}, {@code http} or {@code https}; the latter
   *     may have user and password, which its server is told, and nothing else
   * @throws DocumentException if a document is malformed, too large, or says what none may say; if
   *     the outermost one cannot be had; a lazy reader says this of schemas later
   */
  public Description read(URI location) throws DocumentException {
    Documents documents = new Documents(limits, catalog, cache, isOffline, fetch, location);
    List<Problem> problems = new ArrayList<>();
    DescriptionDocuments found = new DescriptionDocuments(documents, problems);
    Element root = outermost(location, documents, found, problems);
    PortTypes portTypes = new PortTypes(found, problems);
    Bindings bindings = new Bindings(found, portTypes, problems);
    List<PortType> allPortTypes =
        found.all("portType").keySet().stream()
            .map(portTypes::portType)
            .filter(Objects::nonNull)
            .toList();
    List<Binding> allBindings =
        found.all("binding").keySet().stream()
            .map(bindings::binding)
            .filter(Objects::nonNull)
            .toList();
    List<Service> services = new ArrayList<>();
    for (Map.Entry<QName, Element> each : found.all("service").entrySet()) {
      services.add(service(each.getKey(), each.getValue(), bindings, problems));
    }
    Schemas schemas = new Schemas(found.schemas(), documents);
    if (!isLazy) {
      schemas.read();
      portTypes.checkParts(schemas.components());
    }
    String namespace = root.attribute("targetNamespace");
    return new Description(
        root.place().document(),
        namespace == null ? "" : namespace,
        Wsdl11.documentation(root),
        services,
        allPortTypes,
        allBindings,
        problems,
        schemas);
  }

  /** Returns the outermost element of a description, where a person has named its service, too. */
  private static Element outermost(
      URI location, Documents documents, DescriptionDocuments found, List<Problem> problems)
      throws DocumentException {
    URI named = documents.outermost(location);
    try {
      return found.add(named);
    } catch (DocumentException first) {
      if (named.getRawQuery() != null
          || named.getRawFragment() != null
          || !documents.isAnswered(named)) {
        throw first;
      }
      URI other = URI.create(named + "?wsdl");
      Element root;
      try {
        root = found.add(other);
      } catch (DocumentException second) {
        throw first.says(second)
            ? first
            : new DocumentException(first, "; there is no description at " + other + " either");
      }
      documents.leaveOut(named);
      problems.add(
          Problem.warning(
              Place.of(named), "expected a description, found none", "read from " + other));
      return root;
    }
  }

  private static Service service(
      QName name, Element element, Bindings bindings, List<Problem> problems) {
    List<Port> ports = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "port")) {
      String bound = child.attribute("binding");
      QName bindingName = bound == null ? null : child.qName(bound, true);
      Binding binding = bindingName == null ? null : bindings.binding(bindingName);
      if (binding == null) {
        problems.add(
            Problem.error(
                child.place(),
                "expected a binding that is defined and can be used, found "
                    + (bound == null
                        ? "none"
                        : bindingName == null ? "'" + bound + "'" : bindingName),
                "the port is left out"));
        continue;
      }
      String portName = child.attribute("name");
      String address =
          child
              .children()
              .filter(each -> each.name().getLocalPart().equals("address"))
              .map(each -> each.attribute("location"))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse("");
      ports.add(
          new Port(
              portName == null ? "" : portName.strip(),
              Wsdl11.documentation(child),
              binding,
              address.strip()));
    }
    return new Service(name, Wsdl11.documentation(element), ports);
  }
}
