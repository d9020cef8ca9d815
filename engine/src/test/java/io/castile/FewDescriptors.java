package io.castile;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.WebServiceException;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Programs that run in a process with few descriptors of files and sockets. */
final class FewDescriptors {
  /** For the libraries of the tests, each of which has one, and some more. */
  static final int DESCRIPTORS = 400;

  private FewDescriptors() {}

  /**
   * Starts the main method of a class, whose output and log are to be read.
   *
   * @param work where the class path is packed: a class in a folder takes a descriptor to be loaded
   */
  static Process start(Path work, Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                "-c",
                "ulimit -n " + DESCRIPTORS + " && exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                packed(work),
                program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String packed(Path work) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path folder = Path.of(entry);
      if (Files.isDirectory(folder)) {
        Path jar = work.resolve(entries.size() + ".jar");
        pack(folder, jar);
        entries.add(jar.toString());
      } else {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (Stream<Path> files = Files.walk(folder);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(
            new JarEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
      }
    }
  }

  /** Opens all libraries: the JVM forgets those that it cannot open when it first looks there. */
  private static void openLibraries() {
    if (FewDescriptors.class.getClassLoader().getResource("in/none/of/them") != null) {
      throw new IllegalStateException();
    }
  }

  /** Reads what a program says. */
  static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Serves until its input ends. */
  public static final class Server {
    private Server() {}

    /** Says its address. */
    public static void main(String[] arguments) throws Exception {
      openLibraries();
      try (SoapServer server =
          Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
        System.out.println(server.url("/shop"));
        while (System.in.read() >= 0) {
          // Goes on.
        }
      }
    }
  }

  /** Calls while there are descriptors, while there are none, and then again. */
  public static final class Client {
    private Client() {}

    /** Says how each call ends. */
    public static void main(String[] arguments) throws Exception {
      openLibraries();
      try (WrappedShopClient client = new WrappedShopClient(arguments[0])) {
        client.call();
      }
      for (int round = 0; round < 3; round++) {
        callWithoutDescriptors(arguments[0]);
      }
    }

    /**
     * Calls while there are no descriptors, and when there are some again. The platform may give
     * one back at any time, as when it collects garbage: then all are taken once more.
     */
    private static void callWithoutDescriptors(String url) throws Exception {
      List<FileInputStream> taken = new ArrayList<>();
      String answer;
      do {
        taken.addAll(takeAll());
        try (WrappedShopClient client = new WrappedShopClient(url)) {
          answer = client.answer();
          if (!answer.startsWith("failed")) {
            continue;
          }
          System.out.println(answer);
          for (FileInputStream each : taken) {
            each.close();
          }
          client.call();
        }
      } while (!answer.startsWith("failed"));
    }

    private static List<FileInputStream> takeAll() {
      List<FileInputStream> taken = new ArrayList<>();
      try {
        while (true) {
          taken.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        return taken;
      }
    }
  }

  /** Has connections of its own. */
  private static final class WrappedShopClient implements AutoCloseable {
    private final WrappedShop port;

    WrappedShopClient(String url) {
      port = Castile.client(WrappedShop.class).endpoint(url).build();
    }

    void call() {
      System.out.println(answer());
    }

    String answer() {
      try {
        return String.valueOf(port.add(1, 2));
      } catch (WebServiceException e) {
        return "failed: " + e.getMessage();
      }
    }

    @Override
    public void close() throws Exception {
      ((AutoCloseable) port).close();
    }
  }
}
