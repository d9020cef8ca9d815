package io.castile.interop;

import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.compile.GeneratedCode;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlRegistry;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.codehaus.janino.UnitCompiler;

/**
 * The class files of the codecs of a service, compiled once for all tests that want compiled codecs
 * of it, as compiling takes most of their time. What a test finds here is what it would compile
 * itself: each file has the digest of its source in its name, and the folder that of the compiler,
 * of the library and of the JDK; {@link CorpusGenerator} deletes it with the classes of a service.
 * {@link CodecParityTest} finds nothing, and compiles all.
 */
final class CompiledCodecs {
  private static final String LIBRARY = digestOfLibrary();

  private CompiledCodecs() {}

  /** A loader of the service's classes, which has the codecs as resources of the application. */
  static URLClassLoader loader(GeneratedService service) throws IOException {
    return new OwnClassLoader(
        List.of(service.folder().resolve("classes"), folder(service)),
        CompiledCodecs.class.getClassLoader());
  }

  /** Compiles them, unless that was done. Tests of another JVM wait until it is. */
  private static synchronized Path folder(GeneratedService service) throws IOException {
    Path folder = service.folder().resolve("codecs").resolve(LIBRARY);
    Files.createDirectories(folder);
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.lock(); // until the channel is closed
      if (!Files.exists(folder.resolve("compiled"))) {
        compile(service, folder);
        Files.createFile(folder.resolve("compiled"));
      }
    }
    return folder;
  }

  private static void compile(GeneratedService service, Path folder) throws IOException {
    try (URLClassLoader loader = service.newLoader()) {
      List<Class<?>> types = service.boundClasses(loader);
      CodeGenerator generator =
          new CodeGenerator(
              BeanCodecs.builder()
                  .types(types.toArray(Class<?>[]::new))
                  .mode(CodecMode.INTERPRETED)
                  .build());
      generator.addAll(
          types.stream().filter(type -> !type.isAnnotationPresent(XmlRegistry.class)).toList());
      for (GeneratedCode code : generator.generated()) {
        Path file = folder.resolve(code.resource());
        Files.createDirectories(file.getParent());
        Files.write(file, code.classFile());
      }
    }
  }

  private static String digestOfLibrary() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Runtime.version().toString().getBytes(StandardCharsets.UTF_8));
      for (Class<?> each : List.of(BeanCodecs.class, XmlWriter.class, UnitCompiler.class)) {
        add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI()), digest);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException | NoSuchAlgorithmException | URISyntaxException e) {
      throw new AssertionError("classes of this JVM can be read", e);
    }
  }

  private static void add(Path jarOrFolder, MessageDigest digest) throws IOException {
    try (Stream<Path> tree = Files.walk(jarOrFolder)) {
      for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
        digest.update(Files.readAllBytes(file));
      }
    }
  }
}
