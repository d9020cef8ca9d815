package io.castile.generate;

import io.castile.wsdl.model.Problem;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of generating from a description. Immutable.
 *
 * @param files all files, sorted by path; the same for the same description and options
 * @param interfaces full names of the interfaces of port types
 * @param services full names of the classes of services
 * @param main full name of the program that calls an operation; null for none
 * @param problems what could not be generated, or not as the description says
 */
public record Generated(
    List<File> files,
    List<String> interfaces,
    List<String> services,
    @Nullable String main,
    List<Problem> problems) {
  public Generated {
    files = List.copyOf(files);
    interfaces = List.copyOf(interfaces);
    services = List.copyOf(services);
    problems = List.copyOf(problems);
  }

  /**
   * A file that was generated.
   *
   * @param path from the folder of its kind, with a slash between names; never one that leaves it
   * @param text what is in it, in UTF-8, with a line feed at the end of each line
   * @param kind what it is
   */
  public record File(String path, String text, Kind kind) {
    /** Kinds of files. */
    public enum Kind {
      /** A Java source file. */
      SOURCE,
      /** A resource that classes load at run time. */
      RESOURCE
    }

    public File {
      OutputFolder.checkRelative(path);
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(kind, "kind");
    }
  }
}
