package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.DocumentHead;
import io.castile.wsdl.tree.Element;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLConnection;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.catalog.Catalog;
import javax.xml.parsers.SAXParser;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one description, each read once. Not thread-safe.
 *
 * <p>A document of the network may name documents of the network only; nothing is fetched that no
 * document names.
 */
public final class Documents {
  private final DocumentLimits limits;
  private final @Nullable Catalog catalog;
  private final FetchRequests requests;
  private final RemoteDocuments remote;
  private final SAXParser parser = DocumentParser.parser();
  private final Map<URI, Element> roots = new HashMap<>();
  private final Set<URI> order = new LinkedHashSet<>(); // of their first mention
  private final Map<URI, byte[]> unread = new HashMap<>(); // of which only the head is known
  private final Map<URI, Element> builtIn = new LinkedHashMap<>();
  private final Map<Place, URI> targets = new HashMap<>();
  private final Map<URI, DocumentException> missing = new HashMap<>();
  private long bytesLeft;
  private int elementsLeft;

  /**
   * @param catalog of an application (OASIS XML Catalogs 1.1); null for none
   * @param cache a folder for copies of what comes from the network; null for none
   * @param isOffline whether the network is left alone
   * @param fetch how documents are fetched
   * @param outermost where the description is; its server may see the credentials of {@code fetch}
   */
  public Documents(
      DocumentLimits limits,
      @Nullable Catalog catalog,
      @Nullable Path cache,
      boolean isOffline,
      FetchOptions fetch,
      URI outermost) {
    this.limits = limits;
    this.catalog = catalog;
    this.requests = new FetchRequests(fetch, limits.timeout(), outermost);
    this.remote = new RemoteDocuments(limits, cache, isOffline, requests);
    this.bytesLeft = limits.totalBytes();
    this.elementsLeft = limits.elements();
  }

  /**
   * Returns the outermost element of a document.
   *
   * @throws DocumentException if it cannot be had, is not well-formed or too large
   */
  public Element root(URI location) throws DocumentException {
    Element known = roots.get(location);
    if (known != null) {
      return known;
    }
    DocumentException failure = missing.get(location);
    if (failure != null) {
      throw failure;
    }
    try {
      Element root = read(location);
      roots.put(location, root);
      return root;
    } catch (DocumentException e) {
      missing.put(location, e);
      FetchedDocuments fetched = requests.fetched();
      if (fetched != null) {
        fetched.noteFlawed(location);
      }
      throw e;
    }
  }

  /**
   * Returns the beginning of a schema document; {@link #root} reads the rest.
   *
   * @throws DocumentException as {@link #root}, where that is seen in the beginning already
   */
  public DocumentHead head(URI location) throws DocumentException {
    Element known = roots.get(location);
    if (known != null) {
      return new DocumentHead(known, true, true);
    }
    byte[] bytes = unread.get(location);
    if (bytes == null) {
      bytes = taken(location);
      unread.put(location, bytes);
    }
    Element root = DocumentParser.parseHead(parser, location, bytes, limits.depth(), elementsLeft);
    return DocumentHead.of(root, bytes);
  }

  private Element read(URI location) throws DocumentException {
    byte[] known = unread.remove(location);
    byte[] bytes = known == null ? taken(location) : known;
    DocumentParser.Parsed parsed =
        DocumentParser.parse(parser, location, bytes, limits.depth(), elementsLeft);
    elementsLeft -= parsed.elements();
    return parsed.root();
  }

  /** Takes the bytes of a document from what all may have. */
  private byte[] taken(URI location) throws DocumentException {
    order.add(location);
    Place place = Place.of(location);
    if (roots.size() + missing.size() + unread.size() >= limits.documents()) {
      throw new DocumentException(
          place, "expected at most " + limits.documents() + " documents, found one more");
    }
    if (bytesLeft < 0) {
      throw tooMuch(place);
    }
    byte[] bytes = bytes(location);
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) {
      throw tooMuch(place);
    }
    return bytes;
  }

  private DocumentException tooMuch(Place place) {
    return new DocumentException(
        place, "expected at most " + limits.totalBytes() + " bytes in all documents");
  }

  /**
   * Returns the outermost element of a document that is there already.
   *
   * @throws DocumentException if it is not well-formed
   */
  public static Element parsed(URI location, byte[] bytes) throws DocumentException {
    DocumentLimits limits = DocumentLimits.DEFAULT;
    SAXParser parser = DocumentParser.parser();
    return DocumentParser.parse(parser, location, bytes, limits.depth(), limits.elements()).root();
  }

  private byte[] bytes(URI location) throws DocumentException {
    if (Locations.isRemote(location)) {
      return remote.bytes(location);
    }
    Place place = Place.of(location);
    try (InputStream in = local(location)) {
      byte[] bytes = in.readNBytes(limits.documentBytes() + 1);
      if (bytes.length > limits.documentBytes()) {
        throw tooLarge(place, limits);
      }
      noteFile(location, bytes);
      return bytes;
    } catch (DocumentException e) {
      throw e;
    } catch (NoSuchFileException e) {
      noteFile(location, null);
      throw new DocumentException(place, "no such file", e);
    } catch (IOException e) {
      throw new DocumentException(place, "cannot be read: " + e.getMessage(), e);
    }
  }

  private void noteFile(URI location, byte @Nullable [] bytes) {
    FetchedDocuments fetched = requests.fetched();
    if (fetched != null && isFile(location)) {
      FetchedDocuments.Version version = FetchedDocuments.Version.NONE;
      fetched.note(location, bytes == null ? version : version.withDigest(bytes));
    }
  }

  static boolean isFile(URI location) {
    return "file".equalsIgnoreCase(location.getScheme());
  }

  static DocumentException tooLarge(Place place, DocumentLimits limits) {
    return new DocumentException(
        place, "expected a document of at most " + limits.documentBytes() + " bytes, found more");
  }

  private static InputStream local(URI location) throws IOException {
    if (isFile(location)) {
      Path file = file(location);
      if (Files.isDirectory(file)) {
        throw new DocumentException(Place.of(location), "expected a file, found a folder");
      }
      return Files.newInputStream(file);
    }
    if ("jar".equalsIgnoreCase(location.getScheme())
        && location.getSchemeSpecificPart().startsWith("file:")) {
      URLConnection entry = location.toURL().openConnection();
      entry.setUseCaches(false); // else the archive stays open
      return entry.getInputStream();
    }
    throw new DocumentException(
        Place.of(location), "expected a file, an entry of an archive, or a URL of http or https");
  }

  private static Path file(URI location) throws DocumentException {
    try {
      return Path.of(location);
    } catch (IllegalArgumentException | FileSystemNotFoundException e) { // as with a query
      throw new DocumentException(
          Place.of(location), "expected the URI of a file: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the location of the document to which a reference leads.
   *
   * @param named its location; null where only a namespace is given
   * @param namespace of what it defines; null where only a location is given
   * @return null if nothing says where it is
   * @throws DocumentException if it may not be looked at from there
   */
  public @Nullable URI located(
      Element reference, @Nullable String named, @Nullable String namespace)
      throws DocumentException {
    URI base = reference.place().document();
    URI location = named == null || named.isBlank() ? null : resolved(base, named);
    URI mapped = mapped(location, namespace);
    if (mapped != null) {
      targets.put(reference.place(), mapped);
      return mapped;
    }
    if (location != null && Locations.isRemote(base) && !Locations.isRemote(location)) {
      throw new DocumentException(
          reference.place(), "a document of the network must not name " + location);
    }
    if (location != null) {
      targets.put(reference.place(), location);
    }
    return location;
  }

  private @Nullable URI resolved(URI base, String named) {
    URI location = Locations.resolved(base, named);
    return location == null ? null : requests.withoutUser(location);
  }

  /**
   * Returns where a description is that a person has named: without user and password, which are
   * used for its server and not said.
   */
  public URI outermost(URI location) {
    return requests.withoutUser(location);
  }

  /** Whether the server of a location has responded with something else than a description. */
  public boolean isAnswered(URI location) {
    return Locations.isRemote(location) && remote.isAnswered(location);
  }

  /** Leaves a location out of what is looked at again, as the description is at another one. */
  public void leaveOut(URI location) {
    FetchedDocuments fetched = requests.fetched();
    if (fetched != null) {
      fetched.forget(location);
    }
  }

  /** Notes that a reference leads to a document that is built in. */
  public void builtIn(Element reference, Element root) {
    URI location = root.place().document();
    builtIn.put(location, root);
    targets.put(reference.place(), location);
  }

  /** Returns the outermost elements of all documents that were read, in that order. */
  public List<Element> read() {
    List<Element> read = new ArrayList<>();
    for (URI location : order) {
      Element root = roots.get(location);
      if (root != null) {
        read.add(root);
      }
    }
    read.addAll(builtIn.values());
    return List.copyOf(read);
  }

  /**
   * Returns the targets of references, by their places; the documents there may have been
   * unreadable.
   */
  public Map<Place, URI> targets() {
    return Map.copyOf(targets);
  }

  private @Nullable URI mapped(@Nullable URI location, @Nullable String namespace)
      throws DocumentException {
    if (catalog == null) {
      return null;
    }
    String found = location == null ? null : catalog.matchSystem(location.toString());
    if (found == null && location != null) {
      found = catalog.matchURI(location.toString());
    }
    if (found == null && namespace != null) {
      found = catalog.matchURI(namespace);
    }
    try {
      return found == null ? null : new URI(found);
    } catch (URISyntaxException e) {
      throw new DocumentException(
          Place.of(location == null ? URI.create("catalog:") : location),
          "the catalogue has no URI for it: " + found,
          e);
    }
  }
}
