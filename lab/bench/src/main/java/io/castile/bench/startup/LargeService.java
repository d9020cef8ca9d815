package io.castile.bench.startup;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.stack.BuiltCodecs;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The service of NetSuite: 42 operations and more than 1800 classes. Its description is in the
 * corpus beside the repository; the classes have been made of it by the tests of {@code interop},
 * with CXF's {@code wsdl2java}.
 *
 * @param wsdl its description
 * @param classes the jar of its classes
 * @param feature the version of Java that they need
 */
record LargeService(Path wsdl, Path classes, int feature) {
  private static final String NAMESPACE = "urn:platform_2023_2.webservices.netsuite.com";
  private static final String SEI = "com.netsuite.webservices.platform_2023_2.NetSuitePortType";

  /** The version of class files of Java 0, so to say. */
  private static final int FIRST_MAJOR = 44;

  /** What the stub says the time is. */
  static final String TIME = "2004-06-14T12:00:00.000Z";

  /** What the stub answers. */
  static final String ANSWER =
      "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
          + "<getServerTimeResponse xmlns=\"urn:messages_2023_2.platform.webservices.netsuite.com\">"
          + "<getServerTimeResult xmlns=\"urn:core_2023_2.platform.webservices.netsuite.com\">"
          + "<status isSuccess=\"true\"/><serverTime>"
          + TIME
          + "</serverTime></getServerTimeResult></getServerTimeResponse></e:Body></e:Envelope>";

  /** What to say where {@link #find} finds nothing. */
  static final String ABSENT =
      "The port of a large service was not measured: it needs ../shared/corpus beside the"
          + " repository, and what the tests of interop make of it"
          + " (mvn -pl interop -am test -Dtest=CorpusGenerationTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false).";

  /**
   * The service, if there are its description and its classes.
   *
   * @param work where the jar goes
   */
  static Optional<LargeService> find(Path work) throws IOException {
    Optional<Path> root = repository();
    if (root.isEmpty()) {
      return Optional.empty();
    }
    Path wsdl = root.get().resolveSibling("shared").resolve("corpus/netsuite/netsuite.wsdl");
    Path classes = root.get().resolve("interop/target/corpus/netsuite/classes");
    Path sei = classes.resolve(SEI.replace('.', '/') + ".class");
    if (!Files.isRegularFile(wsdl) || !Files.isRegularFile(sei)) {
      return Optional.empty();
    }
    Path jar = work.resolve("netsuite.jar");
    ClassPath.pack(classes, jar);
    return Optional.of(new LargeService(wsdl, jar, feature(sei)));
  }

  /**
   * Compiles its codecs; needs a JDK that can load its classes.
   *
   * @return a jar of them, beside that of the classes
   */
  Path codecs() throws IOException {
    URL[] urls = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, LargeService.class.getClassLoader())) {
      return BuiltCodecs.of(
          Class.forName(SEI, false, loader), classes.resolveSibling("netsuite-codecs"));
    } catch (ClassNotFoundException e) {
      throw new IOException(classes + " has no " + SEI, e);
    }
  }

  private static int feature(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      in.readInt(); // the magic number
      in.readUnsignedShort(); // the minor version
      return in.readUnsignedShort() - FIRST_MAJOR;
    }
  }

  /** The root of the repository: told by the launcher, or the folder above with {@code .mvn}. */
  private static Optional<Path> repository() {
    String told = System.getProperty("castile.root");
    Path at = Path.of(told == null ? "" : told).toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    return Optional.ofNullable(at);
  }

  /** What is called of it. */
  StartupTarget target(String url) {
    return new StartupTarget(
        url,
        SEI,
        "getServerTime",
        wsdl.toUri().toString(),
        NAMESPACE,
        "NetSuiteService",
        "NetSuitePort");
  }
}
