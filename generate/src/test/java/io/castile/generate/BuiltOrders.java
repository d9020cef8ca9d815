package io.castile.generate;

import io.castile.generate.orders.OrderCalls;
import io.castile.generate.orders.Orders;
import io.castile.generate.orders.OrdersService;
import io.castile.generate.project.BuildStep;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The service of the tests after the step of its build, and a program that calls it. */
final class BuiltOrders {
  static final String PROGRAM = OrderCalls.class.getName();

  private BuiltOrders() {}

  static BuildStep step() {
    BuildStep step = new BuildStep();
    step.add(Orders.class);
    step.add(OrdersService.class);
    return step;
  }

  /** Writes the codecs to a folder, which is returned. */
  static Path write(Path folder) throws Exception {
    for (Map.Entry<String, byte[]> each : step().classFiles().entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
    return folder;
  }

  /** The class path of the tests, with more before it, and without a compiler of codecs. */
  static String classPathWithoutCompiler(Path... more) {
    String own =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("janino") && !entry.contains("commons-compiler"))
            .collect(Collectors.joining(File.pathSeparator));
    return Arrays.stream(more).map(path -> path + File.pathSeparator).collect(Collectors.joining())
        + own;
  }
}
