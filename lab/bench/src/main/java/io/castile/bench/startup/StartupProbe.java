package io.castile.bench.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A program that makes a port and calls once. Says a line as soon as it has the port, one as soon
 * as it has the answer, and how much memory it has needed at most.
 *
 * <p>Another stack's classes are not on its class path: nothing of them may be loaded.
 */
final class StartupProbe {
  /** The line that is said when there is a port. */
  static final String PORT = "port";

  /** The line that is said when there is an answer. */
  static final String ANSWER = "answer";

  /** What stands before the most memory so far, in kB; -1 where the system does not tell. */
  static final String MEMORY = "memory ";

  /** What stands before what the answer is as text. */
  static final String TEXT = "text ";

  private static final String SIMPLE_REQUEST =
      "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
          + "<p:getSimple xmlns:p=\"urn:castile:portal\"/></e:Body></e:Envelope>";

  private StartupProbe() {}

  /**
   * Runs the program.
   *
   * @param arguments the name of a {@link StartupRow}, and a {@link StartupTarget}
   */
  public static void main(String[] arguments) throws Exception {
    List<String> all = Arrays.asList(arguments);
    String row = all.get(0);
    StartupTarget target = StartupTarget.parse(all.subList(1, all.size()));
    Object answer =
        switch (row) {
          case "JVM" -> "";
          case "URL" -> exchange(target.url());
          default -> call(ports(row), target);
        };
    System.out.println(ANSWER);
    System.out.println(MEMORY + memory());
    System.out.println(TEXT + text(answer));
    System.exit(0);
  }

  private static StartupPorts ports(String row) {
    return switch (row) {
      case "CXF", "CXF_URL" -> new CxfStartupPorts();
      case "METRO" -> new MetroStartupPorts();
      default -> new CastileStartupPorts(StartupRow.valueOf(row));
    };
  }

  private static Object call(StartupPorts ports, StartupTarget target) throws Exception {
    Class<?> sei = Class.forName(target.sei());
    Object port = ports.port(sei, target);
    System.out.println(PORT);
    System.out.println(MEMORY + memory());
    for (Method method : sei.getMethods()) {
      if (method.getName().equals(target.operation())) {
        Class<?>[] types = method.getParameterTypes();
        return types.length == 0
            ? method.invoke(port)
            : method.invoke(port, types[0].getConstructor().newInstance());
      }
    }
    throw new IllegalArgumentException("there is no method " + target.operation());
  }

  private static String exchange(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
    connection.setRequestProperty("SOAPAction", "\"\"");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(SIMPLE_REQUEST.getBytes(StandardCharsets.UTF_8));
    }
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What Linux counts: the most that was resident at once. */
  private static long memory() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.isReadable(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    }
    return -1;
  }

  /** The text of a simple answer; of a bean, that of its one property, all the way down. */
  private static String text(Object answer) throws ReflectiveOperationException {
    if (answer == null || answer.getClass().getName().startsWith("java")) {
      return String.valueOf(answer);
    }
    for (Method method : answer.getClass().getMethods()) {
      if (method.getName().startsWith("getServerTime")
          || method.getName().startsWith("getGetServerTime")) {
        return text(method.invoke(answer));
      }
    }
    return answer.toString();
  }
}
