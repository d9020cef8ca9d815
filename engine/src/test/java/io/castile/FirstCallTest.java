package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.WebServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a JVM loads for its first call. Each class takes time that the first caller waits for, and
 * one that the JVM makes for a lambda several times as much as one in a file.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FirstCallTest {
  @TempDir private Path folder;

  /** A program that calls once. */
  static final class Caller {
    private Caller() {}

    public static void main(String[] arguments) throws Exception {
      WrappedShop shop = Castile.client(WrappedShop.class).endpoint(arguments[0]).build();
      PortMade.say();
      System.out.println(shop.echo("first"));
      ((AutoCloseable) shop).close();
    }
  }

  /** Loaded as soon as there is a port. */
  private static final class PortMade {
    static void say() {
      System.out.println("port");
    }
  }

  @Test
  void needsNeitherLambdasNorLoggersNorTheServer() throws Exception {
    List<String> loaded;
    try (SoapServer server = Castile.server().publish("/shop", new WrappedShopService()).start()) {
      loaded = loadedBy(server.url("/shop"));
    }

    assertThat(loaded)
        .contains("io.castile.soap.client.SoapClient", "io.castile.codec.bean.RootCodec");
    assertThat(loaded)
        .filteredOn(name -> name.startsWith("io.castile."))
        .noneMatch(name -> name.contains("$$Lambda"))
        .doesNotContain(
            "io.castile.soap.server.ServiceEndpoint", "io.castile.soap.server.HttpServers");
    assertThat(loaded).noneMatch(name -> name.startsWith("org.slf4j."));
    assertThat(loaded).noneMatch(name -> name.startsWith("org.codehaus."));
    assertThat(loaded).noneMatch(name -> name.startsWith("jdk.jfr."));
    assertThat(loaded)
        .as("what compares records, which the JVM makes at run time")
        .doesNotContain("java.lang.runtime.ObjectMethods");
    assertThat(loaded).doesNotContain("java.util.stream.Collectors");
    assertThat(loaded).doesNotContain("java.net.CookieManager");
    assertThat(loaded.subList(0, loaded.indexOf(PortMade.class.getName())))
        .contains("io.castile.soap.client.SoapClient")
        .doesNotContain("io.castile.codec.jaxb.Codecs", "io.castile.codec.bean.Planner");
  }

  /** A wrapper class without the element that is needed. */
  @XmlRootElement
  public static class Foreign {
    public String other;
  }

  @WebService(targetNamespace = "urn:first")
  interface Finder {
    @RequestWrapper(className = "io.castile.FirstCallTest$Foreign")
    String find(@WebParam(name = "value") String value);
  }

  @WebService(endpointInterface = "io.castile.FirstCallTest$Finder")
  static class FinderService implements Finder {
    @Override
    public String find(String value) {
      return value;
    }
  }

  @Test
  void ofAnOperationThatCannotBeBoundSaysWhy() throws Exception {
    Finder finder = Castile.client(Finder.class).endpoint("http://localhost:9/finder").build();
    try (AutoCloseable client = (AutoCloseable) finder) {
      assertThatThrownBy(() -> finder.find("it"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContainingAll("operation find", "Foreign", "no element value", "[other]")
          .hasCauseInstanceOf(BindingException.class);
    }
    assertThatThrownBy(() -> Castile.server().publish("/finder", new FinderService()).start())
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("no element value");
  }

  /** The classes that a JVM of the caller loads, by name. */
  private List<String> loadedBy(String url) throws Exception {
    Path log = folder.resolve("classes");
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xlog:class+load=info:file=" + log + ":none",
                "-cp",
                System.getProperty("java.class.path"),
                Caller.class.getName(),
                url)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(output)).last().isEqualTo("first");
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
      names.add(line.substring(0, line.indexOf(' ')));
    }
    return names;
  }
}
