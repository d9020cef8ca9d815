package io.castile.codec.compile;

import java.util.Objects;

/**
 * The generated codec of a class, to be kept with the application.
 *
 * @param className what the generated class is called in its source, with its package
 * @param source the source, for developers to read
 * @param resource where its class file is looked for at run time, as a resource of the application
 * @param classFile the class file; the caller's own
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record GeneratedCode(String className, String source, String resource, byte[] classFile) {
  public GeneratedCode {
    Objects.requireNonNull(className, "className");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(classFile, "classFile");
  }

  /**
   * Returns the source as a file of the application, beside the class that it is for: compiled with
   * the application, it is found at run time without the resource. Uses no private members only
   * where the class has none.
   */
  public String file() {
    return ApplicationCode.file(source);
  }

  /** Returns whether {@link #file} can be one of the application's: its package is. */
  public boolean isInApplication() {
    return !className.startsWith(CodecCompiler.class.getPackageName() + ".");
  }
}
