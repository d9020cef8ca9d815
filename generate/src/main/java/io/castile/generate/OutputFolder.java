package io.castile.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder that generated files are written to. A list, in it as a rule, says which files are ours
 * and what was in them: those that did not change are left alone, those that are no longer
 * generated go, and files that are not ours stay. Immutable; two writers of one folder at the same
 * time are not supported.
 */
public final class OutputFolder {
  /** The name of the list. */
  public static final String LIST = ".castile-generate";

  /** No file system has a name with more, and those of Linux have as much. */
  private static final int MAX_NAME_BYTES = 255;

  private final Path folder;
  private final Path list;

  /**
   * A folder with its list in it.
   *
   * @param folder which is made when it is written to
   */
  public OutputFolder(Path folder) {
    this(folder, folder.resolve(LIST));
  }

  /**
   * A folder that has files of others too, and whose list is elsewhere.
   *
   * @param folder which is made when it is written to
   * @param list the file of the list, made then too
   */
  public OutputFolder(Path folder, Path list) {
    this.folder = Objects.requireNonNull(folder, "folder");
    this.list = Objects.requireNonNull(list, "list");
  }

  /**
   * The outcome of writing.
   *
   * @param written paths of files that are new or have changed, sorted
   * @param unchanged paths of files that were there already, sorted
   * @param deleted paths of files that are no longer generated, sorted
   */
  public record Result(List<String> written, List<String> unchanged, List<String> deleted) {
    public Result {
      written = List.copyOf(written);
      unchanged = List.copyOf(unchanged);
      deleted = List.copyOf(deleted);
    }
  }

  /**
   * Writes files, after checking that none of them would replace a file that is not ours.
   *
   * @param files texts by their paths, with a slash between names
   * @param isForced whether files that are not ours are written over
   * @throws GenerateException if there is such a file, or one would be written outside of the
   *     folder; it is named, and nothing was written
   * @throws IOException if a file cannot be read or written
   */
  public Result write(Map<String, String> files, boolean isForced)
      throws GenerateException, IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    files.forEach((path, text) -> contents.put(path, text.getBytes(StandardCharsets.UTF_8)));
    return writeBytes(contents, isForced);
  }

  /**
   * Writes files of any content, like {@link #write}.
   *
   * @param files contents by their paths, with a slash between names
   * @param isForced whether files that are not ours are written over
   * @throws GenerateException if there is such a file, or one would be written outside of the
   *     folder; it is named, and nothing was written
   * @throws IOException if a file cannot be read or written
   */
  public Result writeBytes(Map<String, byte[]> files, boolean isForced)
      throws GenerateException, IOException {
    checkWithin(files.keySet());
    Map<String, String> known = read();
    Map<String, String> digests = new TreeMap<>();
    List<String> written = new ArrayList<>();
    List<String> unchanged = new ArrayList<>();
    for (Map.Entry<String, byte[]> each : new TreeMap<>(files).entrySet()) {
      String digest = digest(each.getValue());
      String there = found(each.getKey());
      digests.put(each.getKey(), digest);
      if (digest.equals(there)) {
        unchanged.add(each.getKey());
        continue;
      }
      if (there != null && !there.equals(known.get(each.getKey())) && !isForced) {
        throw new GenerateException(
            "Cannot write "
                + folder.resolve(each.getKey())
                + ", because it was "
                + (known.containsKey(each.getKey())
                    ? "changed since it was generated"
                    : "not generated here")
                + ". Force it by --force, or by -Dcastile.force in Maven.");
      }
      written.add(each.getKey());
    }
    for (String each : written) {
      Path file = folder.resolve(each);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      write(file, Objects.requireNonNull(files.get(each)));
    }
    List<String> deleted = delete(known, digests);
    if (!written.isEmpty() || !deleted.isEmpty() || !known.equals(digests)) {
      note(digests);
    }
    return new Result(written, unchanged, deleted);
  }

  /**
   * Returns whether something was generated here, and all of it is still there. Does not look into
   * files.
   *
   * @throws IOException if the list of files cannot be read
   */
  public boolean isWhole() throws IOException {
    if (!Files.isRegularFile(list)) {
      return false;
    }
    for (String each : read().keySet()) {
      if (!Files.isRegularFile(folder.resolve(each))) {
        return false;
      }
    }
    return true;
  }

  /** Deletes files that are no longer generated, unless they were changed. */
  private List<String> delete(Map<String, String> known, Map<String, String> generated)
      throws IOException {
    List<String> deleted = new ArrayList<>();
    for (Map.Entry<String, String> each : known.entrySet()) {
      if (!generated.containsKey(each.getKey()) && each.getValue().equals(found(each.getKey()))) {
        Files.delete(folder.resolve(each.getKey()));
        deleted.add(each.getKey());
      }
    }
    return deleted;
  }

  /**
   * Checks that a path stays below the folder that it is from, whatever the system.
   *
   * @throws IllegalArgumentException if it does not, or a name in it is too long for a file
   */
  static void checkRelative(String path) {
    if (!isRelative(path)) {
      String shown = path.length() > 200 ? path.substring(0, 200) + "…" : path;
      throw new IllegalArgumentException(
          "expected a path within the folder that is written to, of names with at most "
              + MAX_NAME_BYTES
              + " bytes, found '"
              + shown
              + "'");
    }
  }

  private static boolean isRelative(String path) {
    for (String each : path.split("/", -1)) {
      boolean isName =
          !each.isEmpty()
              && !each.equals(".")
              && !each.equals("..")
              && each.chars().noneMatch(c -> c < ' ' || c == '\\' || c == ':')
              && each.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES;
      if (!isName) {
        return false;
      }
    }
    return true;
  }

  /** A link leads out of the folder, or to what it is not the list of. */
  private void checkWithin(Set<String> paths) throws GenerateException {
    Path link = Files.isSymbolicLink(list) ? list : null;
    for (String each : paths) {
      try {
        checkRelative(each);
      } catch (IllegalArgumentException e) {
        throw new GenerateException(String.valueOf(e.getMessage()));
      }
      link = link == null ? link(each) : link;
    }
    if (link != null) {
      throw new GenerateException(
          "Cannot write through the symbolic link "
              + link
              + ", because it may lead out of "
              + folder
              + ". Remove it.");
    }
  }

  /** Returns the first link on the way to a file; null for none. */
  private @Nullable Path link(String path) {
    Path found = folder;
    for (String each : path.split("/")) {
      found = found.resolve(each);
      if (Files.isSymbolicLink(found)) {
        return found;
      }
    }
    return null;
  }

  /** Writes a file that is no link, also where it has become one since that was checked. */
  private static void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      out.write(bytes);
    }
  }

  private @Nullable String found(String path) throws IOException {
    Path file = folder.resolve(path);
    return Files.isRegularFile(file) ? digest(Files.readAllBytes(file)) : null;
  }

  /** The list: a digest and a path in each line. Lines that are none are passed over. */
  private Map<String, String> read() throws IOException {
    Map<String, String> known = new TreeMap<>();
    if (Files.isRegularFile(list)) {
      for (String line : Files.readAllLines(list)) {
        String[] words = line.split(" ", 2);
        if (words.length == 2 && isRelative(words[1]) && link(words[1]) == null) {
          known.put(words[1], words[0]);
        }
      }
    }
    return known;
  }

  private void note(Map<String, String> digests) throws IOException {
    StringBuilder lines = new StringBuilder();
    digests.forEach((path, digest) -> lines.append(digest).append(' ').append(path).append('\n'));
    Files.createDirectories(Objects.requireNonNull(list.toAbsolutePath().getParent()));
    write(list, lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot digest the file, because this JDK has no SHA-256.", e);
    }
  }
}
