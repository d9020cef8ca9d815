package io.castile.bench.stack;

import io.castile.bench.harness.ClassPath;
import io.castile.codec.compile.GeneratedCode;
import io.castile.soap.model.internal.ServiceModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The codecs of a service, compiled as {@code castile codecs} does it. */
public final class BuiltCodecs {
  private BuiltCodecs() {}

  /**
   * Compiles them.
   *
   * @param folder where the class files go
   * @return a jar of them
   */
  public static Path of(Class<?> sei, Path folder) throws IOException {
    for (GeneratedCode code : ServiceModel.of(sei).generateCode().generated()) {
      Path file = folder.resolve(code.resource());
      Files.createDirectories(file.getParent());
      Files.write(file, code.classFile());
    }
    Path jar = folder.resolveSibling(folder.getFileName() + ".jar");
    ClassPath.pack(folder, jar);
    return jar;
  }
}
