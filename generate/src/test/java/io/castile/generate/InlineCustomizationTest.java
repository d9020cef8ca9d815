package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.generate.project.MavenProject;
import io.castile.wsdl.model.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A description is data: what its author tells XJC to do is not done. */
final class InlineCustomizationTest {
  private static final String RUN =
      "System.setProperty('%s', 'ran')".replace("%s", HostileRun.MARKER);

  @TempDir Path folder;

  /** A description with customizations of a schema, of its first type, and of an element in it. */
  private static String wsdl(String version, String namespace, String ofSchema, String ofType) {
    String wsdl =
        Shop.document(
            "<x:annotation><x:appinfo>%s</x:appinfo></x:annotation>".formatted(ofSchema)
                + sequence(
                    "order",
                    "<x:element name='sku' type='t:Code'/><x:element name='day' type='x:string'/>")
                + sequence("orderResponse", "<x:element name='total' type='x:decimal'/>")
                + "<x:simpleType name='Code'><x:annotation><x:appinfo>"
                + ofType
                + "</x:appinfo></x:annotation><x:restriction base='x:string'/></x:simpleType>",
            message("orderIn", element("p", "order"))
                + message("orderOut", element("p", "orderResponse")),
            operation("order", ""),
            bound("order", ""));
    return wsdl.replace(
        "elementFormDefault=\"qualified\">",
        ("elementFormDefault=\"qualified\" xmlns:j='%s' j:version='%s' xmlns:xjc='http://java.sun.com/xml/ns/jaxb/xjc'"
                + " xmlns:p='urn:plugin' j:extensionBindingPrefixes='%s'>")
            .formatted(namespace, version, ofSchema.contains("<p:") ? "xjc p" : "xjc"));
  }

  private static List<String> warnings(Generated generated) {
    return generated.problems().stream().map(Problem::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, http://java.sun.com/xml/ns/jaxb",
    "2.0, http://java.sun.com/xml/ns/jaxb",
    "2.1, http://java.sun.com/xml/ns/jaxb",
    "2.2, http://xmlns.jcp.org/xml/ns/jaxb",
    "3.0, https://jakarta.ee/xml/ns/jaxb"
  })
  void aJavaTypeOfTheDescriptionIsNoCode(String version, String namespace) throws Exception {
    String code =
        "<j:javaType name='java.lang.Object' parseMethod=\"%s\" printMethod='String.valueOf'/>"
            .formatted("new Object[] {" + RUN.replace("'", "&quot;") + "}.equals");
    String wsdl = wsdl(version, namespace, "", code);

    HostileRun.Result result = new HostileRun(folder).run(wsdl, Generator.create());

    Generated generated = result.generated();
    assertThat(generated).as(result.refusal()).isNotNull();
    assertThat(generated.files())
        .extracting(Generated.File::path)
        .noneMatch(path -> path.contains("Adapter"));
    int line = (int) wsdl.substring(0, wsdl.indexOf("<j:javaType")).lines().count();
    assertThat(warnings(generated))
        .singleElement()
        .asString()
        .contains("hostile.wsdl:" + line + ":", "{" + namespace + "}javaType", "passed over");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<j:globalBindings><j:serializable uid='1'/></j:globalBindings>",
        "<j:globalBindings><xjc:superClass name='evil.Base'/></j:globalBindings>",
        "<j:globalBindings><xjc:superInterface name='evil.Base'/></j:globalBindings>",
        "<j:globalBindings><xjc:javaType name='int' adapter='evil.Adapter' xmlType='x:string'/></j:globalBindings>",
        "<j:globalBindings collectionType='evil.List' underscoreBinding='asCharInWord'/>",
        "<j:globalBindings><p:any code='evil'/></j:globalBindings>",
        "<j:schemaBindings><j:package name='evil'><j:javadoc>*/</j:javadoc></j:package></j:schemaBindings>",
        "<j:schemaBindings><j:nameXmlTransform><j:typeName prefix='evil. '/></j:nameXmlTransform></j:schemaBindings>",
        "<p:evil>code</p:evil>"
      })
  void customizationsOfASchemaChangeNothing(String customization) throws Exception {
    String plain = wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", "", "");
    String wsdl = wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", customization, "");
    Generator generator = Generator.create();

    Generated generated = Compiled.generate(folder, wsdl, generator);

    assertThat(java(generated)).isEqualTo(java(Compiled.generate(folder, plain, generator)));
    assertThat(warnings(generated)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<j:class implClass='evil.Code'/>",
        "<j:class ref='java.lang.ProcessBuilder'/>",
        "<j:typesafeEnumClass ref='evil.Code'/>",
        "<xjc:dom/>",
        "<j:bindings node='.'><j:class name='Evil'/></j:bindings>"
      })
  void customizationsOfATypeChangeNothing(String customization) throws Exception {
    String plain = wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", "", "");
    String wsdl = wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", "", customization);
    Generator generator = Generator.create();

    Generated generated = Compiled.generate(folder, wsdl, generator);

    assertThat(java(generated)).isEqualTo(java(Compiled.generate(folder, plain, generator)));
    assertThat(warnings(generated)).hasSize(1);
  }

  @Test
  void aPackageOfTheDescriptionIsNoPlaceOutsideOfTheFolder() throws Exception {
    Path outside = folder.resolve("outside");
    String wsdl =
        wsdl(
            "3.0",
            "https://jakarta.ee/xml/ns/jaxb",
            "<j:schemaBindings><j:package name='%s'/></j:schemaBindings>".formatted(outside),
            "");

    for (String each : List.of("first", "second")) { // what XJC keeps in a JVM does not matter
      Path output = Files.createDirectory(folder.resolve(each));
      Generated generated = Compiled.generate(folder, wsdl, Generator.create());
      new OutputFolder(output).write(MavenProject.files(generated, "1"), false);
      try (Stream<Path> files = Files.walk(output)) {
        assertThat(files).contains(output.resolve("src/main/java/shop/Order.java"));
      }
    }
    assertThat(outside).doesNotExist();
  }

  @Test
  void customizationsOfTheWsdlAreNamedToo() throws Exception {
    String wsdl =
        wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", "", "")
            .replace(
                "<w:portType name=\"Shop\">",
                "<w:portType name=\"Shop\"><q:bindings xmlns:q='https://jakarta.ee/xml/ns/jaxws'>"
                    + "<q:class name='Evil'/></q:bindings>");

    Generated generated = Compiled.generate(folder, wsdl, Generator.create());

    assertThat(generated.interfaces()).containsExactly("shop.Shop");
    assertThat(warnings(generated))
        .singleElement()
        .asString()
        .contains("{https://jakarta.ee/xml/ns/jaxws}bindings");
  }

  @Test
  void manyCustomizationsAreCounted() throws Exception {
    String many = "<j:class name='Evil'/>".repeat(1000);

    Generated generated =
        Compiled.generate(
            folder, wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", many, ""), Generator.create());

    assertThat(warnings(generated)).hasSize(21);
    assertThat(warnings(generated).get(20)).contains("980 more customizations");
  }

  @Test
  void whatIsNoCustomizationIsPassedOverWithoutAWord() throws Exception {
    String wsdl =
        wsdl("3.0", "https://jakarta.ee/xml/ns/jaxb", "<q:any xmlns:q='urn:other'>a</q:any>", "");

    assertThat(warnings(Compiled.generate(folder, wsdl, Generator.create()))).isEmpty();
  }

  private static List<Generated.File> java(Generated generated) {
    return generated.files().stream()
        .filter(each -> each.kind() == Generated.File.Kind.SOURCE)
        .toList();
  }
}
