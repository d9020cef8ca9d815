package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Locations;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How descriptions are read, the same for all commands. */
final class WsdlReadOptions {
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

  /** Those without a catalogue, with how documents are reached. */
  static WsdlReadOptions of(AccessOptions access) {
    WsdlReadOptions options = new WsdlReadOptions();
    options.access = access;
    return options;
  }

  /** Reads a description, as {@link WsdlOptions#read}. */
  Description read(String location, boolean isLazy, boolean isToken, CommandSpec spec)
      throws DocumentException {
    WsdlReader reader =
        access.configured(WsdlReader.create().withCache(Locations.userCache()), isToken, spec);
    if (catalog != null) {
      reader = reader.withCatalog(catalog);
    }
    reader = offline ? reader.offline() : reader;
    return (isLazy ? reader.lazy() : reader).read(Locations.of(location));
  }

  AccessOptions access() {
    return access;
  }
}
