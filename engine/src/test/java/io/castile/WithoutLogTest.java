package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.File;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application without a provider of SLF4J. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WithoutLogTest {
  /** Fails. */
  @WebService
  public interface Failing {
    String fail(String why);
  }

  /** Fails. */
  @WebService
  public static final class FailingService implements Failing {
    @Override
    public String fail(String why) {
      throw new IllegalStateException(why);
    }
  }

  /** The application. */
  public static final class Application {
    private Application() {}

    /** Calls a service that fails. */
    public static void main(String[] arguments) throws Exception {
      try (SoapServer server =
          Castile.server().host("localhost").publish("/failing", new FailingService()).start()) {
        Failing failing = Castile.client(Failing.class).endpoint(server.url("/failing")).build();
        try {
          failing.fail("no stock");
        } catch (SOAPFaultException e) {
          System.out.println("fault");
        }
        ((AutoCloseable) failing).close();
      }
    }
  }

  @Test
  void aFailureOfAServiceIsOneLineOfTheSystemLogger() throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("slf4j-simple"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                classPath,
                Application.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader().lines().toList();

    assertThat(process.waitFor()).isZero();
    assertThat(lines).contains("fault");
    assertThat(lines)
        .filteredOn(line -> line.contains("no stock"))
        .singleElement()
        .asString()
        .contains("failed", "IllegalStateException: no stock", "add a provider of SLF4J");
  }
}
