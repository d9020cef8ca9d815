package io.castile.gateway.edge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of files that are read again when they change. Files that are wrong are refused, once
 * in the log, and what was read before stays. {@link #look} is called by one thread; {@link #value}
 * by any.
 *
 * @param <T> immutable
 */
public final class WatchedFiles<T> implements Watched {
  private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);

  private final List<Path> files;
  private final Reader<T> reader;
  private volatile T value;
  private List<String> read; // the stamps of what was read, or refused
  private List<String> seen; // those of the last look

  /** Reads files. */
  public interface Reader<T> {
    /**
     * Reads them.
     *
     * @throws IOException if one cannot be read, or is not what it should be
     */
    T read() throws IOException;
  }

  /**
   * Reads them for the first time.
   *
   * @throws IOException if one cannot be read, or is not what it should be
   */
  public WatchedFiles(List<Path> files, Reader<T> reader) throws IOException {
    this.files = List.copyOf(files);
    this.reader = reader;
    this.read = stamps(files);
    this.seen = read;
    this.value = reader.read();
  }

  /** Returns what was read last. */
  public T value() {
    return value;
  }

  /**
   * Reads the files again if they are others, and have been the same for two looks: of two files
   * that belong together, both are to be there, and whole.
   */
  @Override
  public void look() {
    List<String> now = stamps(files);
    boolean isStill = now.equals(seen);
    seen = now;
    if (now.equals(read) || !isStill) {
      return;
    }
    read = now;
    try {
      value = reader.read();
      log.info("{} changed and was read again", names());
    } catch (IOException | RuntimeException e) {
      log.warn("{} stays as it was: {}", names(), e.getMessage());
    }
  }

  private String names() {
    return files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Returns the stamps that tell versions of files apart; links are followed. */
  public static List<String> stamps(List<Path> files) {
    return files.stream().map(WatchedFiles::stamp).toList();
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }
}
