package io.castile.generate.bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.xjc.BadCommandLineException;
import com.sun.tools.xjc.Driver;
import com.sun.tools.xjc.XJCListener;
import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXParseException;

/** XJC finds the plugin by itself, as it does in every build. */
final class XjcPluginTest {
  private static final String SCHEMA =
      """
      <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop"
          elementFormDefault="qualified">
        <x:complexType name="Price"><x:sequence><x:element name="amount" type="x:decimal"/></x:sequence>
          <x:attribute name="zone" type="x:string"/><x:attribute name="area" type="x:string"/></x:complexType>
        <x:complexType name="price"><x:sequence/></x:complexType>
        <x:complexType name="Base"><x:sequence><x:element name="at" type="x:dateTime"/></x:sequence></x:complexType>
        <x:element name="order"><x:complexType><x:complexContent><x:extension base="t:Base"><x:sequence>
          <x:element name="prices" type="t:Price" maxOccurs="unbounded"/></x:sequence></x:extension></x:complexContent></x:complexType></x:element>
      </x:schema>
      """;
  private static final String ORDER =
      "<order xmlns='urn:shop'><at>2026-11-26T10:00:00Z</at>"
          + "<prices zone='z' area='a'><amount>1.5</amount></prices></order>";

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();
  private Path schema;

  @BeforeEach
  void write() throws IOException {
    schema = Files.writeString(folder.resolve("shop.xsd"), SCHEMA);
  }

  /** Runs XJC, and returns what it wrote, by paths. */
  private Map<String, String> xjc(String... options) throws Exception {
    Path output = Files.createTempDirectory(folder, "output");
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-d", output.toString(), "-no-header", schema.toString()));
    int code = Driver.run(arguments.toArray(new String[0]), new Listener());
    assertThat(code).as("%s", said).isZero();
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(output)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        files.put(output.relativize(each).toString().replace('\\', '/'), Files.readString(each));
      }
    }
    return files;
  }

  private URLClassLoader compiled(Map<String, String> files) throws IOException {
    Path sources = Files.createTempDirectory(folder, "sources");
    List<Path> paths = new ArrayList<>();
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = sources.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      paths.add(Files.writeString(file, each.getValue()));
    }
    Path classes = Files.createTempDirectory(folder, "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean isCompiled =
          compiler
              .getTask(
                  log, manager, null, options, null, manager.getJavaFileObjectsFromPaths(paths))
              .call();
      assertThat(isCompiled).as(log.toString()).isTrue();
    }
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, XjcPluginTest.class.getClassLoader());
  }

  private static <T> Codec<T> codec(Class<T> type) {
    return Codecs.forElement(type, new QName("urn:shop", "order"));
  }

  private static Object read(Class<?> type) {
    return codec(type).fromBytes(ORDER.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aloneItOrdersAttributesAndNumbersNames() throws Exception {
    Map<String, String> files = xjc("-Xcastile");

    assertThat(files)
        .containsOnlyKeys(
            "shop/Base.java",
            "shop/ObjectFactory.java",
            "shop/Order.java",
            "shop/Price.java",
            "shop/Price2.java",
            "shop/package-info.java");
    String price = files.get("shop/Price.java");
    assertThat(price.indexOf("String area;"))
        .isPositive()
        .isLessThan(price.indexOf("String zone;"));
    assertThat(xjc("-Xcastile")).isEqualTo(files);
  }

  @Test
  void documentationIsNoCode() throws Exception {
    String code = "\\u002a/ static { System.setProperty(\"castile.test.xjc\", \"\"); } /*";
    String documented =
        "<x:annotation><x:documentation>" + code + "</x:documentation></x:annotation>";
    String kind =
        "<x:simpleType name='Kind'>%1$s<x:restriction base='x:string'><x:enumeration"
            + " value='new'>%1$s</x:enumeration></x:restriction></x:simpleType><x:complexType"
            + " name='Said'>%1$s<x:sequence><x:element name='one'"
            + " type='x:string'>%1$s</x:element><x:element name='all' type='x:string'"
            + " maxOccurs='9'>%1$s</x:element></x:sequence><x:attribute"
            + " name='a'>%1$s</x:attribute></x:complexType>";
    Files.writeString(
        schema, SCHEMA.replace("</x:schema>", kind.formatted(documented) + "</x:schema>"));

    try (URLClassLoader loader = compiled(xjc("-Xcastile"))) {
      Class.forName("shop.Said", true, loader);
      Class.forName("shop.Kind", true, loader);
    }

    assertThat(System.clearProperty("castile.test.xjc")).isNull();
  }

  @Test
  void beansAreEqualByWhatIsInThem() throws Exception {
    try (URLClassLoader loader = compiled(xjc("-Xcastile", "-Xcastile:equals"))) {
      Class<?> type = loader.loadClass("shop.Order");
      Object order = read(type);

      assertThat(order).isEqualTo(read(type)).hasSameHashCodeAs(read(type));
      assertThat(order)
          .hasToString("Base(at=2026-11-26T10:00:00Z)(prices=[Price(amount=1.5, area=a, zone=z)])");
    }
  }

  @Test
  void aCopyHasNothingInCommon() throws Exception {
    try (URLClassLoader loader = compiled(xjc("-Xcastile:copy", "-Xcastile:equals"))) {
      Class<?> type = loader.loadClass("shop.Order");
      Object order = read(type);

      Object copy = type.getMethod("copy").invoke(order);

      assertThat(copy).isEqualTo(order).isNotSameAs(order);
      ((List<?>) type.getMethod("getPrices").invoke(order)).clear();
      assertThat(copy).isEqualTo(read(type)).isNotEqualTo(order);
    }
  }

  @Test
  void datesAreThoseOfJavaTime() throws Exception {
    try (URLClassLoader loader = compiled(xjc("-Xcastile:java-time=com.example.time"))) {
      Class<?> type = loader.loadClass("shop.Order");

      assertThat(type.getMethod("getAt").invoke(read(type)))
          .isEqualTo(OffsetDateTime.parse("2026-11-26T10:00:00Z"));
      assertThat(loader.loadClass("com.example.time.JavaTime")).isNotNull();
    }
  }

  @Test
  void withoutItXjcDoesAsEver() throws Exception {
    Files.writeString(
        schema, SCHEMA.replace("<x:complexType name=\"price\"><x:sequence/></x:complexType>", ""));

    String price = xjc().get("shop/Price.java");

    assertThat(price.indexOf("String zone;"))
        .isPositive()
        .isLessThan(price.indexOf("String area;"));
  }

  @Test
  void aWrongOptionSaysWhatIsExpected() {
    assertThatThrownBy(() -> xjc("-Xcastile:equal"))
        .isInstanceOf(BadCommandLineException.class)
        .hasMessageContaining("expected -Xcastile, ")
        .hasMessageContaining("found '-Xcastile:equal'");
    assertThatThrownBy(() -> xjc("-Xcastile:java-time=1"))
        .hasMessage("expected the name of a package behind '=', found '-Xcastile:java-time=1'");
    assertThatThrownBy(() -> xjc("-Xcastile:java-time=a", "-Xcastile:java-time=b"))
        .hasMessage("Cannot use -Xcastile:java-time twice. Remove one of them.");
    assertThat(new XjcPlugin().getUsage())
        .contains("-Xcastile ", "-Xcastile:equals", "-Xcastile:copy", "-Xcastile:java-time=");
  }

  /** Keeps what XJC says. */
  private final class Listener extends XJCListener {
    @Override
    public void error(SAXParseException e) {
      said.add(String.valueOf(e));
    }

    @Override
    public void fatalError(SAXParseException e) {
      said.add(String.valueOf(e));
    }

    @Override
    public void warning(SAXParseException e) {
      said.add(String.valueOf(e));
    }

    @Override
    public void info(SAXParseException e) {
      said.add(String.valueOf(e));
    }
  }
}
