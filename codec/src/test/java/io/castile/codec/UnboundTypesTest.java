package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be bound says so, with the way to it. */
class UnboundTypesTest {
  private static final QName NAME = new QName("order");

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Order {
    List<Customer> customers = new ArrayList<>();
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Customer {
    Zone zone = new Zone();
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Zone {
    ZoneId id;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Priced {
    Price price;
  }

  interface Price {}

  sealed interface Shape permits Circle, Square {}

  record Circle(double radius) implements Shape {}

  record Square(double side) implements Shape {}

  record Drawing(List<Shape> shapes) {}

  @Test
  void theWayToAClassWithoutConstructorIsTold() {
    Codecs codecs = Codecs.forTypes(Order.class);
    Codec<Order> codec = codecs.element(Order.class, NAME);

    assertThatThrownBy(() -> codecs.check(codec, "ask"))
        .isInstanceOf(BindingException.class)
        .hasMessageStartingWith(
            "ask, Order.customers, Customer.zone, Zone.id: Cannot bind java.time.ZoneId")
        .hasMessageContaining("XmlJavaTypeAdapter");
    assertThatThrownBy(() -> codec.toBytes(new Order()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("Order.customers")
        .hasMessageContaining("Zone.id")
        .hasMessageContaining("java.time.ZoneId");
  }

  @Test
  void anInterfaceIsNamed() {
    Codecs codecs = Codecs.forTypes(Priced.class);

    assertThatThrownBy(() -> codecs.check(codecs.element(Priced.class, NAME), "ask"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("ask, Priced.price")
        .hasMessageContaining("Price, because it is an interface");
  }

  @Test
  void aSealedInterfaceIsNamedThoughItsClassesAreKnown() {
    Codecs codecs = Codecs.forTypes(Drawing.class);

    assertThatThrownBy(() -> codecs.check(codecs.element(Drawing.class, NAME), "ask"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("ask, Drawing.shapes")
        .hasMessageContaining("Shape, because it is an interface");
  }

  @Test
  void anExplanationHasTheReason() {
    assertThat(Codecs.forTypes(Priced.class).explain(Priced.class))
        .anyMatch(each -> !each.planned() && each.reason().contains("it is an interface"));
  }

  // ---- annotations of Java EE, in classes that are compiled here ----

  private static final String ANNOTATION =
      "package javax.xml.bind.annotation; import java.lang.annotation.*;"
          + " @Retention(RetentionPolicy.RUNTIME) public @interface %s {}";

  private static Class<?> compile(Path directory, boolean keepAnnotations, String... sources)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", directory.toString()));
    List<String> all = new ArrayList<>(List.of(sources));
    all.add(ANNOTATION.formatted("XmlRootElement"));
    all.add(ANNOTATION.formatted("XmlElement"));
    all.add(ANNOTATION.formatted("XmlSchema"));
    for (int i = 0; i < all.size(); i++) {
      String source = all.get(i);
      String name =
          source.contains("@interface")
              ? source.replaceAll(".*@interface (\\w+).*", "$1")
              : source.contains("class")
                  ? source.replaceAll(".*class (\\w+).*", "$1")
                  : "package-info";
      Path file = Files.createDirectories(directory.resolve("src" + i)).resolve(name + ".java");
      Files.writeString(file, source);
      arguments.add(file.toString());
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, OutputStream.nullOutputStream(), errors, arguments.toArray(String[]::new));
    assertThat(result).describedAs(errors.toString()).isZero();
    if (!keepAnnotations) {
      try (Stream<Path> files = Files.list(directory.resolve("javax/xml/bind/annotation"))) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
    URL url = directory.toUri().toURL();
    return new URLClassLoader(new URL[] {url}, UnboundTypesTest.class.getClassLoader())
        .loadClass("old.Bean");
  }

  @Test
  void anAnnotationOfJavaEeIsNamedWhereItIsOnTheClassPath(@TempDir Path directory)
      throws Exception {
    for (String source :
        List.of(
            "package old; @javax.xml.bind.annotation.XmlRootElement public class Bean {}",
            "package old; public class Bean { @javax.xml.bind.annotation.XmlElement public int a;"
                + " }",
            "package old; public class Bean { @javax.xml.bind.annotation.XmlElement"
                + " public int getA() { return 1; } public void setA(int a) {} }")) {
      Class<?> bean = compile(Files.createTempDirectory(directory, "classes"), true, source);

      assertThatThrownBy(() -> Codecs.forElement(bean, NAME).toBytes(null))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("old.Bean")
          .hasMessageContaining("@javax.xml.bind.annotation.Xml")
          .hasMessageContaining("Expected @jakarta.xml.bind.annotation.Xml");
    }
  }

  @Test
  void anAnnotationOfJavaEeOnAPackageIsNamed(@TempDir Path directory) throws Exception {
    Class<?> bean =
        compile(
            directory,
            true,
            "@javax.xml.bind.annotation.XmlSchema package old;",
            "package old; public class Bean {}");

    assertThatThrownBy(() -> Codecs.forElement(bean, NAME).toBytes(null))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("package old")
        .hasMessageContaining("XmlSchema");
  }

  @Test
  void anAnnotationOfJavaEeWhoseClassIsAbsentIsFoundByACheck(@TempDir Path directory)
      throws Exception {
    Class<?> bean =
        compile(
            directory,
            false,
            "package old; public class Bean { @javax.xml.bind.annotation.XmlElement public int a;"
                + " }");
    Codecs codecs = Codecs.forTypes(bean);

    assertThat(bean.getField("a").getAnnotations()).isEmpty();
    assertThatThrownBy(() -> codecs.check(codecs.element(bean, NAME), "ask"))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("ask: old.Bean has the annotation @javax.xml.bind");
  }

  @Test
  void namesOfParametersMustBeKnown(@TempDir Path directory) throws Exception {
    Class<?> bean =
        compile(
            directory,
            false,
            "package old; public class Bean { private final int a;"
                + " public Bean(int a) { this.a = a; } }");

    assertThatThrownBy(() -> Codecs.forElement(bean, NAME).toBytes(null))
        .isInstanceOf(BindingException.class)
        .hasMessageContainingAll("old.Bean", "-parameters", "@ConstructorProperties");
  }

  @Test
  void anAnnotationOfJavaEeWhoseClassIsAbsentIsNamedWhereAClassCannotBeMade(@TempDir Path directory)
      throws Exception {
    Class<?> bean =
        compile(
            directory,
            false,
            "package old; @javax.xml.bind.annotation.XmlRootElement public class Bean {"
                + " public Bean(int a) {} }");

    assertThatThrownBy(() -> Codecs.forElement(bean, NAME).toBytes(null))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("@javax.xml.bind.annotation.XmlRootElement");
  }
}
