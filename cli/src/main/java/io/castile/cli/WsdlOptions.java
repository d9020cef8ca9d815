package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.model.Place;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which WSDL a command is about, and how it is read; the same for all commands. */
final class WsdlOptions {
  @Parameters(
      index = "0",
      paramLabel = "FILE|URL",
      description = "The WSDL: a file, a URL, or an entry of an archive (jar:file:/a.jar!/a.wsdl).")
  private String location = "";

  @Option(
      names = "--catalog",
      paramLabel = "FILE",
      description = "An OASIS XML catalogue that says where documents are.")
  private @Nullable Path catalog;

  @Option(
      names = "--offline",
      description = "Fetch nothing. Copies of documents that were fetched before are read.")
  private boolean offline;

  @Mixin private AccessOptions access = new AccessOptions();

  /** Those of a WSDL that is not the only argument of its command. */
  static WsdlOptions of(String location) {
    return of(location, new AccessOptions());
  }

  /** Those of such a WSDL, with how it is reached. */
  static WsdlOptions of(String location, AccessOptions access) {
    WsdlOptions options = new WsdlOptions();
    options.location = location;
    options.access = access;
    return options;
  }

  /**
   * Reads the description.
   *
   * @param isLazy whether schemas are read when they are needed ({@link WsdlReader#lazy})
   * @param isToken whether the user is not for HTTP
   * @throws IllegalArgumentException if the location is none
   */
  Description read(boolean isLazy, boolean isToken, CommandSpec spec) throws DocumentException {
    WsdlReader reader =
        access.configured(WsdlReader.create().withCache(Locations.userCache()), isToken, spec);
    if (catalog != null) {
      reader = reader.withCatalog(catalog);
    }
    reader = offline ? reader.offline() : reader;
    return (isLazy ? reader.lazy() : reader).read(Locations.of(location));
  }

  /** Whether a place is that of the WSDL itself. */
  boolean isAt(Place place) {
    return place.document().equals(Locations.of(location));
  }

  /** How the service and its description are reached. */
  AccessOptions access() {
    return access;
  }

  /** Where the description was named, with user and password if they were. */
  URI location() {
    return Locations.of(location);
  }
}
