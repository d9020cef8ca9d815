package io.castile.maven;

import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WSDL in the configuration: {@code <wsdl>FILE|URL</wsdl>}, or elements of its own, which go
 * before those of the goal. Filled by Maven; not thread-safe.
 */
public final class Wsdl {
  private @Nullable String location;
  private @Nullable List<String> packages;
  private @Nullable List<File> bindings;
  private @Nullable Boolean javaTime;
  private @Nullable Boolean dataHandlers;
  private @Nullable Boolean equals;
  private @Nullable Boolean copy;
  private @Nullable Boolean serializable;
  private @Nullable Boolean codecs;
  private @Nullable String style;
  private @Nullable Boolean tracked;
  private @Nullable Boolean ownHeaders;
  private @Nullable String serverId;

  /** For Maven. */
  public Wsdl() {}

  /** Takes the text of an element that has no others in it. */
  public void set(String text) {
    location = text;
  }

  /** Sets the file, from the folder of the project, or the URL. */
  public void setLocation(String location) {
    this.location = location;
  }

  /** Sets packages, each {@code PACKAGE} or {@code NAMESPACE=PACKAGE}. */
  public void setPackages(List<String> packages) {
    this.packages = List.copyOf(packages);
  }

  /** Sets files of customizations of beans. */
  public void setBindings(List<File> bindings) {
    this.bindings = List.copyOf(bindings);
  }

  /** Sets whether {@code java.time} stands for dates and times. */
  public void setJavaTime(boolean javaTime) {
    this.javaTime = javaTime;
  }

  /** Sets whether binary data is a {@code DataHandler}, whatever it is expected to be. */
  public void setDataHandlers(boolean dataHandlers) {
    this.dataHandlers = dataHandlers;
  }

  /** Sets whether beans have {@code equals}, {@code hashCode} and {@code toString}. */
  public void setEquals(boolean equals) {
    this.equals = equals;
  }

  /** Sets whether beans have {@code copy}. */
  public void setCopy(boolean copy) {
    this.copy = copy;
  }

  /** Sets whether beans are {@link java.io.Serializable}. */
  public void setSerializable(boolean serializable) {
    this.serializable = serializable;
  }

  /** Sets whether codecs are written as Java. */
  public void setCodecs(boolean codecs) {
    this.codecs = codecs;
  }

  /** Sets how codecs write messages, {@code java} or {@code template}. */
  public void setStyle(String style) {
    this.style = style;
  }

  /** Sets whether beans tell message templates what has changed. */
  public void setTracked(boolean tracked) {
    this.tracked = tracked;
  }

  /** Sets whether headers that only the binding names are no parameters. */
  public void setOwnHeaders(boolean ownHeaders) {
    this.ownHeaders = ownHeaders;
  }

  /** Sets the server in {@code settings.xml} whose user and password are sent for the WSDL. */
  public void setServerId(String serverId) {
    this.serverId = serverId;
  }

  /**
   * Returns what is said of this WSDL, and for the rest what is said of all.
   *
   * @throws IllegalArgumentException if nothing says where it is
   */
  GenerateSettings settings(GenerateSettings all) {
    if (location == null || location.isBlank()) {
      throw new IllegalArgumentException("Cannot read a <wsdl> without a location. Set it.");
    }
    return new GenerateSettings(
        location.strip(),
        packages == null ? all.packages() : packages,
        bindings == null ? all.bindings() : bindings.stream().map(File::toURI).toList(),
        javaTime == null ? all.hasJavaTime() : javaTime,
        dataHandlers == null ? all.hasDataHandlers() : dataHandlers,
        equals == null ? all.hasEquals() : equals,
        copy == null ? all.hasCopy() : copy,
        serializable == null ? all.isSerializable() : serializable,
        codecs == null ? all.hasCodecs() : codecs,
        style == null ? all.style() : style,
        tracked == null ? all.isTracked() : tracked,
        ownHeaders == null ? all.hasOwnHeadersOnly() : ownHeaders,
        serverId);
  }
}
