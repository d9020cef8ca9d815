package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.model.Place;
import java.net.URI;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Which WSDL a command is about, and how it is read; the same for all commands. */
final class WsdlOptions {
  @Parameters(
      index = "0",
      paramLabel = "FILE|URL",
      description = "The WSDL: a file, a URL, or an entry of an archive (jar:file:/a.jar!/a.wsdl).")
  private String location = "";

  @Mixin private WsdlReadOptions reading = new WsdlReadOptions();

  /** Those of a WSDL that is not the only argument of its command. */
  static WsdlOptions of(String location) {
    return of(location, new WsdlReadOptions());
  }

  /** Those of such a WSDL, with how it is reached. */
  static WsdlOptions of(String location, AccessOptions access) {
    return of(location, WsdlReadOptions.of(access));
  }

  /** Those of such a WSDL, with how it is read. */
  static WsdlOptions of(String location, WsdlReadOptions reading) {
    WsdlOptions options = new WsdlOptions();
    options.location = location;
    options.reading = reading;
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
    return reading.read(location, isLazy, isToken, spec);
  }

  /** Whether a place is that of the WSDL itself. */
  boolean isAt(Place place) {
    return place.document().equals(Locations.of(location));
  }

  /** How the service and its description are reached. */
  AccessOptions access() {
    return reading.access();
  }

  /** Where the description was named, with user and password if they were. */
  URI location() {
    return Locations.of(location);
  }
}
