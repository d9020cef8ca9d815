package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.generate.project.MavenProject;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of a project calls a service of the same interface, and prints what comes back. */
final class GeneratedProjectTest {
  private static final String WSDL =
      Shop.document(
          sequence(
                  "order",
                  "<x:element name='sku' type='x:string'/><x:element name='count' type='x:int'/>")
              + sequence("orderResponse", "<x:element name='bill' type='t:Bill'/>")
              + "<x:complexType name='Bill'><x:sequence><x:element name='sku' type='x:string'/>"
              + "<x:element name='total' type='x:decimal'/></x:sequence></x:complexType>"
              + sequence("gone", "<x:element name='sku' type='x:string'/>"),
          message("orderIn", element("p", "order"))
              + message("orderOut", element("p", "orderResponse"))
              + message("Gone", element("f", "gone")),
          operation("order", "<w:fault name='gone' message='t:Gone'/>"),
          bound("order", ""));

  @TempDir Path folder;

  @Test
  void theProgramCallsAndPrints() throws Exception {
    Generator generator = Generator.create().withEquals(true).withMain("order");
    try (Compiled compiled = Compiled.of(folder, WSDL, generator)) {
      assertThat(compiled.generated().main()).isEqualTo("shop.Main");
      Class<?> sei = compiled.type("shop.Shop");
      Class<?> bill = compiled.type("shop.Bill");
      Object service =
          Proxy.newProxyInstance(
              sei.getClassLoader(), new Class<?>[] {sei}, new Seller(bill, compiled));
      try (SoapServer server =
          Castile.server().host("localhost").publish("/shop", service).start()) {
        assertThat(run(compiled, server.url("/shop"), "pen", "3"))
            .isEqualTo("Bill(sku=pen, total=4.50)" + System.lineSeparator());
        assertThatThrownBy(() -> run(compiled, server.url("/shop"), "ink", "0"))
            .isInstanceOf(compiled.type("shop.Gone_Exception"));
      }
    }
    assertThat(refused("shop.Main", "pen")).isEqualTo("expected arguments: sku count; found 1");
    assertThat(refused("shop.Main", "pen", "3", "more"))
        .isEqualTo("expected arguments: sku count; found 3");
  }

  @Test
  void theProgramCallsAnEncodedOperationAndPrintsAnArray() throws Exception {
    String wsdl =
        EncodedShop.wsdl(
            Shop.message("gridIn", Shop.type("cells", "t:Row") + Shop.type("factor", "x:int"))
                + Shop.message("gridOut", Shop.type("return", "t:Grid")),
            Shop.operation("grid", ""),
            EncodedShop.bound("grid"));
    try (Compiled compiled = Compiled.of(folder, wsdl, Generator.create().withMain(true))) {
      Class<?> sei = compiled.type("shop.Shop");
      InvocationHandler shop =
          (proxy, method, arguments) ->
              new double[][] {(double[]) arguments[0], {1.5, (int) arguments[1]}};
      Object service = Proxy.newProxyInstance(sei.getClassLoader(), new Class<?>[] {sei}, shop);
      try (SoapServer server =
          Castile.server().host("localhost").publish("/shop", service).start()) {
        assertThat(run(compiled, server.url("/shop"), "3"))
            .isEqualTo("[[], [1.5, 3.0]]" + System.lineSeparator());
      }
    }
  }

  @Test
  void theProjectHasAllFilesInTheirPlaces() throws Exception {
    Generated generated = Compiled.generate(folder, WSDL, Generator.create().withMain(true));

    assertThat(MavenProject.files(generated, "1.0"))
        .containsKeys(
            "pom.xml",
            "src/main/java/shop/Main.java",
            "src/main/java/shop/Shop.java",
            "src/main/resources/shop/ShopService.wsdl");
    assertThat(MavenProject.files(generated, "1.0").get("pom.xml")).doesNotContain("velocity");
    Generated templates =
        Compiled.generate(folder, WSDL, Generator.create().withMain(true).withTemplates(true));
    assertThat(MavenProject.files(templates, "1.0").get("pom.xml"))
        .contains("    <dependency>\n      <groupId>org.apache.velocity</groupId>");
    assertThatThrownBy(() -> MavenProject.files(generated, "<"))
        .hasMessage("expected a version, found '<'");
  }

  /** Sells all but ink. */
  private record Seller(Class<?> bill, Compiled compiled) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (arguments[0].equals("ink")) {
        Class<?> gone = compiled.type("shop.Gone");
        throw (Exception)
            compiled
                .type("shop.Gone_Exception")
                .getConstructor(String.class, gone)
                .newInstance("gone", gone.getConstructor().newInstance());
      }
      Object made = bill.getConstructor().newInstance();
      bill.getMethod("setSku", String.class).invoke(made, arguments[0]);
      BigDecimal total = new BigDecimal("1.50").multiply(new BigDecimal((int) arguments[1]));
      bill.getMethod("setTotal", BigDecimal.class).invoke(made, total);
      return made;
    }
  }

  /** Runs a program as a process, and returns the one line by which it refuses its arguments. */
  private String refused(String... line) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"));
    command.addAll(List.of(line));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(2);
    return said.strip();
  }

  @Test
  void aHeaderBlockThatTheProgramLeavesOutHasAComment() throws Exception {
    String wsdl =
        Shop.document(
            sequence("order", "<x:element name='sku' type='x:string'/>")
                + sequence("orderResponse", "<x:element name='total' type='x:int'/>")
                + "<x:element name='session' type='x:string'/>",
            message("orderIn", element("p", "order"))
                + message("orderOut", element("p", "orderResponse"))
                + message("sessionIn", element("h", "session")),
            operation("order", ""),
            bound("order", "<s:header message='t:sessionIn' part='h' use='literal'/>"));
    Generated generated = Compiled.generate(folder, wsdl, Generator.create().withMain(true));

    assertThat(MavenProject.files(generated, "1.0").get("src/main/java/shop/Main.java"))
        .contains("    // The header block session; null leaves it out.\n");
  }

  private static String run(Compiled compiled, String endpoint, String... arguments)
      throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setProperty("endpoint", endpoint);
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      compiled.type("shop.Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    } finally {
      System.setOut(before);
      System.clearProperty("endpoint");
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
