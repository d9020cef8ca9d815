package io.castile.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the archive. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"castile " + (version == null ? "(not packaged)" : version)};
  }
}
