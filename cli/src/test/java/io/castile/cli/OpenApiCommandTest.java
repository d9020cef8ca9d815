package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenApiCommandTest {
  @TempDir private Path folder;

  private final Cli cli = new Cli();

  @Test
  void theDocumentIsOneJsonObject() throws Exception {
    Path file = Files.writeString(folder.resolve("shop.wsdl"), WsdlCommandTest.SHOP);

    assertThat(cli.run("openapi", file.toString())).isZero();

    JsonNode document = new ObjectMapper().readTree(cli.out());
    JsonNode order = document.at("/paths/~1api~1ShopService~1order/post");
    assertThat(document.at("/openapi").asText()).isEqualTo("3.1.0");
    assertThat(order.at("/description").asText()).isEqualTo("Buys.");
    assertThat(order.at("/requestBody/content/application~1json/example").toString())
        .startsWith("{\"items\":[{\"sku\":\"pen\"");
    assertThat(document.at("/components/schemas/Item/properties/sku/enum").toString())
        .isEqualTo("[\"pen\",\"ink\"]");
  }

  @Test
  void whatCannotBeReadIsAFailure() {
    assertThat(cli.run("openapi", folder.resolve("none.wsdl").toString())).isEqualTo(2);
    assertThat(cli.err()).contains("none.wsdl");
  }
}
