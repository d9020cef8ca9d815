package io.castile.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;

/** Makes repositories of Axis2 that have the module. */
final class Repositories {
  private Repositories() {}

  /**
   * Returns a configuration without axis2.xml, as Axis2 has it when none is given.
   *
   * @param folder an empty one
   */
  static ConfigurationContext context(Path folder) throws IOException {
    Path meta = folder.resolve("modules").resolve("castile").resolve("META-INF");
    Files.createDirectories(meta);
    Files.createDirectories(folder.resolve("services"));
    try (InputStream in = CastileModule.class.getResourceAsStream("/META-INF/module.xml")) {
      Files.copy(in, meta.resolve("module.xml"));
    }
    return ConfigurationContextFactory.createConfigurationContextFromFileSystem(
        folder.toString(), null);
  }
}
