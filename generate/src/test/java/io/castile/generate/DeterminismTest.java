package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.WsdlReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same bytes in every process: whatever its language, and the order of its hash tables. */
@Tag("long")
final class DeterminismTest {
  @TempDir Path folder;

  /** Prints all that is generated of a file. */
  public static void main(String[] arguments) throws Exception {
    Generated generated =
        Generator.create()
            .withEquals(true)
            .withJavaTime(true)
            .withTracked(true)
            .withCodecs(true)
            .withTemplates(true)
            .generate(WsdlReader.create().offline().read(Path.of(arguments[0]).toUri()));
    StringBuilder all = new StringBuilder();
    generated.files().forEach(file -> all.append(file.path()).append('\n').append(file.text()));
    System.out.write(all.toString().getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  @Test
  void allProcessesGenerateTheSame() throws Exception {
    String wsdl =
        Shop.document(
            sequence(
                    "order",
                    "<x:element name='day' type='x:date'/><x:element name='ü' type='x:string'/>")
                + sequence("orderResponse", "<x:element name='a' type='t:A'/>")
                + "<x:complexType name='A'><x:sequence/><x:attributeGroup ref='t:g1'/><x:attributeGroup"
                + " ref='t:g2'/><x:attributeGroup ref='t:g3'/></x:complexType>"
                + "<x:attributeGroup name='g1'><x:attribute name='z'/></x:attributeGroup>"
                + "<x:attributeGroup name='g2'><x:attribute name='y'/></x:attributeGroup>"
                + "<x:attributeGroup name='g3'><x:attribute name='b'/></x:attributeGroup>"
                + "<x:complexType name='a'><x:sequence/></x:complexType>",
            message("orderIn", element("p", "order"))
                + message("orderOut", element("p", "orderResponse")),
            operation("order", ""),
            bound("order", ""));
    Path file = Files.writeString(folder.resolve("shop.wsdl"), wsdl);

    String english = output(file, "en", "UTC");
    String german = output(file, "de", "Europe/Berlin");

    assertThat(english)
        .contains(
            "shop/A2.java",
            "Java class for A complex type",
            "shop/ACastileCodec.java",
            "shop/OrderResponse.vm");
    assertThat(german).isEqualTo(english);
  }

  @Test
  void allProcessesGenerateTheSameOfEncodedOperations() throws Exception {
    Path file = Files.writeString(folder.resolve("encoded.wsdl"), EncodedShop.wsdl());

    String english = output(file, "en", "UTC");
    String german = output(file, "de", "Europe/Berlin");

    assertThat(english).contains("protected Line[] lines;");
    assertThat(german).isEqualTo(english);
  }

  private static String output(Path file, String language, String zone) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Duser.language=" + language,
            "-Duser.timezone=" + zone,
            "-cp",
            System.getProperty("java.class.path"),
            DeterminismTest.class.getName(),
            file.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return output;
  }
}
