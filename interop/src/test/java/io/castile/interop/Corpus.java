package io.castile.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The public WSDL files beside the repository: one folder per service, described by {@code
 * INDEX.tsv}.
 */
public final class Corpus {
  private final Path folder;

  private Corpus(Path folder) {
    this.folder = folder;
  }

  /** One line of the index. {@code generates}: whether it says that wsdl2java succeeds. */
  public record Service(String name, Path wsdl, boolean generates, String verdict) {}

  /** The corpus, or empty where it is absent. */
  public static Optional<Corpus> find() {
    Path folder = repository().resolveSibling("shared").resolve("corpus");
    return Files.isRegularFile(folder.resolve("INDEX.tsv"))
        ? Optional.of(new Corpus(folder))
        : Optional.empty();
  }

  /** The root of the repository: the nearest folder above with a Maven wrapper configuration. */
  public static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException(
          "no folder with .mvn above the working folder " + Path.of("").toAbsolutePath());
    }
    return at;
  }

  /** Where generated code and reports go: {@code target/corpus} of this room. */
  static Path output() {
    return repository().resolve("interop").resolve("target").resolve("corpus");
  }

  /** The corpus's folder. */
  public Path folder() {
    return folder;
  }

  public List<Service> services() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("INDEX.tsv"));
      List<String> header = Arrays.asList(lines.get(0).split("\t", -1));
      int name = header.indexOf("folder");
      int wsdl = header.indexOf("main_wsdl");
      int verdict = header.indexOf("cxf_wsdl2java");
      List<Service> services = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split("\t", -1);
        Path main = folder.resolve(cells[name]).resolve(cells[wsdl]);
        services.add(
            new Service(cells[name], main, cells[verdict].startsWith("ok"), cells[verdict]));
      }
      return services;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A digest over all files of the service's folder: their names and contents. */
  String digest(Service service) {
    try (Stream<Path> files = Files.walk(folder.resolve(service.name()))) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        digest.update(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
