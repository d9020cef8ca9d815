package io.castile.generate;

import java.util.Objects;

/**
 * A file that was generated.
 *
 * @param path from the folder of its kind, with a slash between names; never one that leaves it
 * @param text what is in it, in UTF-8, with a line feed at the end of each line
 * @param kind what it is
 */
public record GeneratedFile(String path, String text, Kind kind) {
  /** Kinds of files. */
  public enum Kind {
    /** A Java source file. */
    SOURCE,
    /** A resource that classes load at run time. */
    RESOURCE
  }

  public GeneratedFile {
    OutputFolder.checkRelative(path);
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(kind, "kind");
  }
}
