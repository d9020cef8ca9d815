package io.castile.interop.axis1;

import io.castile.generate.GenerateException;
import io.castile.generate.Generator;
import io.castile.wsdl.WsdlReader;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code castile generate} makes of a description, compiled.
 *
 * @param loader of the classes
 * @param sei the one interface
 */
record Generated(URLClassLoader loader, Class<?> sei) implements AutoCloseable {

  static Generated of(Path wsdl, Path folder)
      throws GenerateException, IOException, ClassNotFoundException {
    io.castile.generate.Generated made =
        Generator.create().generate(WsdlReader.create().offline().read(wsdl.toUri()));
    for (io.castile.generate.Generated.File file : made.files()) {
      Path path = folder.resolve(file.path());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.text());
    }
    URLClassLoader loader = JavaFolder.compiled(folder);
    List<String> interfaces = made.interfaces();
    return new Generated(loader, loader.loadClass(interfaces.get(0)));
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
