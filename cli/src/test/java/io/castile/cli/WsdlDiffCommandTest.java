package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WsdlDiffCommandTest {
  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private String before;

  @BeforeEach
  void write() throws IOException {
    before = file("before.wsdl", WsdlCommandTest.SHOP);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String changed(String from, String to) throws IOException {
    assertThat(WsdlCommandTest.SHOP).contains(from);
    return file("after.wsdl", WsdlCommandTest.SHOP.replace(from, to));
  }

  @Test
  void aDescriptionIsNotDifferentFromItself() {
    assertThat(cli.run("wsdl", "diff", before, before)).isZero();

    assertThat(cli.out()).isEqualTo("no difference\n");
  }

  @Test
  void aBreakingChangeIsExitCodeOneAndALine() throws IOException {
    String after = changed("<x:enumeration value=\"ink\"/>", "");

    assertThat(cli.run("wsdl", "diff", before, after)).isEqualTo(1);

    assertThat(cli.out())
        .isEqualTo(
            """
            breaking    type Sku (in requests of order): value ink removed
            compatible  type Sku (in responses of order): value ink removed
            1 breaking, 0 that may break, 1 compatible
            """);
  }

  @Test
  void whatMayBreakIsExitCodeZero() throws IOException {
    String after = changed("http://localhost/shop", "http://localhost/other");

    assertThat(cli.run("wsdl", "diff", before, after)).isZero();

    assertThat(cli.out())
        .startsWith(
            "may break   port ShopPort of service ShopService: address changed from"
                + " http://localhost/shop to http://localhost/other\n");
  }

  @Test
  void aDemandOfAPolicyIsABreakingChange() throws IOException {
    String policy =
        "<p:Policy xmlns:p='http://www.w3.org/ns/ws-policy'>"
            + "<a:Addressing xmlns:a='http://www.w3.org/2007/05/addressing/metadata'/></p:Policy>";
    String after = changed("<s:binding ", policy + "<s:binding ");

    assertThat(cli.run("wsdl", "diff", before, after)).isEqualTo(1);

    assertThat(cli.out())
        .startsWith(
            "breaking    port ShopPort of service ShopService: policy: assertion Addressing added\n");
  }

  @Test
  void changesAreAListInJson() throws IOException {
    String after = changed("<x:element name=\"note\" type=\"x:string\" minOccurs=\"0\"/>", "");

    assertThat(cli.run("wsdl", "diff", "--json", before, after)).isEqualTo(1);

    JsonNode document = new ObjectMapper().readTree(cli.out());
    assertThat(document.get("breaking").asInt()).isEqualTo(1);
    assertThat(document.get("changes").get(0).toString())
        .isEqualTo(
            "{\"impact\":\"breaking\",\"direction\":\"request\",\"place\":\"operation order, element order\","
                + "\"change\":\"element note removed\",\"operations\":[\"order\"]}");
  }

  @Test
  void aDescriptionThatIsAbsentOrUnreadableIsExitCodeTwo() throws IOException {
    String broken = file("broken.wsdl", "<nothing");

    assertThat(cli.run("wsdl", "diff", before, folder.resolve("none.wsdl").toString()))
        .isEqualTo(2);
    assertThat(cli.run("wsdl", "diff", before, broken)).isEqualTo(2);
    assertThat(cli.run("wsdl", "diff", before)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:element name=\"note\" type=\"x:string\" | <x:element name=\"note\" type=\"x:strnig\" | strnig",
        "<x:element name=\"note\" type=\"x:string\" minOccurs=\"0\"/> | <x:element ref=\"t:gone\" minOccurs=\"0\"/> | gone",
      })
  void aDescriptionThatIsLessWholeThanTheOtherIsNotCompatible(String from, String to, String named)
      throws IOException {
    String after = changed(from, to);

    assertThat(cli.run("wsdl", "diff", before, after)).isEqualTo(2);
    assertThat(cli.err()).contains("after.wsdl", named);

    assertThat(cli.run("wsdl", "diff", after, before)).isEqualTo(1);
    assertThat(cli.run("wsdl", "diff", after, after)).isZero();
  }

  @Test
  void aDescriptionWithoutBindingsOfSoapCannotBeCompared() throws IOException {
    String text = WsdlCommandTest.SHOP.replaceAll("(?s)<w:binding .*</w:service>", "");
    String none = file("none.wsdl", text);

    assertThat(cli.run("wsdl", "diff", none, none)).isEqualTo(2);
    assertThat(cli.err()).contains("expected a binding of SOAP in " + none + ", found none");
  }

  @Test
  void nothingAfterWsdlIsAnErrorOfUse() {
    assertThat(cli.run("wsdl")).isEqualTo(2);

    assertThat(cli.err()).contains("expected FILE|URL, or the command diff, found nothing");
  }
}
