package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.generate.orders.Orders;
import io.castile.generate.orders.OrdersService;
import io.castile.generate.project.BuildStep;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the step of a build makes of classes: services by hand, and those of a WSDL. */
final class BuildStepTest {
  /** What GraalVM's format knows of a type (reachability-metadata-schema-v1.2.0.json). */
  private static final Set<String> KEYS =
      Set.of(
          "type",
          "allDeclaredConstructors",
          "allDeclaredMethods",
          "allDeclaredFields",
          "allPublicMethods");

  /** Names that are looked for, and that the service has not. */
  private static final List<String> ABSENT =
      List.of(
          "io.castile.generate.orders.ObjectFactory",
          "io.castile.generate.orders.jaxws.Lines",
          "io.castile.generate.orders.jaxws.LinesResponse",
          "io.castile.generate.orders.jaxws.Place",
          "io.castile.generate.orders.jaxws.PlaceResponse",
          "io.castile.generate.orders.jaxws.SoldOutBean",
          "io.castile.generate.orders.package-info");

  private static final String WSDL =
      Shop.document(
          Shop.sequence("order", "<x:element name='sku' type='x:string'/>")
              + Shop.sequence("orderResponse", "<x:element name='total' type='x:int'/>"),
          Shop.message("orderIn", Shop.element("p", "order"))
              + Shop.message("orderOut", Shop.element("p", "orderResponse")),
          Shop.operation("order", ""),
          Shop.bound("order", ""));

  @TempDir private Path folder;

  private static JsonNode metadata(BuildStep step) throws Exception {
    return new ObjectMapper().readTree(step.reachabilityMetadata());
  }

  /** The entries of classes, by their names. */
  private static Map<String, JsonNode> types(JsonNode metadata) {
    Map<String, JsonNode> types = new TreeMap<>();
    for (JsonNode each : metadata.get("reflection")) {
      if (each.get("type").isTextual()) {
        assertThat(types.put(each.get("type").asText(), each)).isNull();
      }
    }
    return types;
  }

  @Test
  void bodiesHeadersFaultsAndWhatOnlyMessagesNameHaveCodecs() {
    BuildStep step = BuiltOrders.step();

    String stem = "io.castile.generate.orders.Orders_";
    assertThat(step.services())
        .containsExactly(Orders.class.getName(), OrdersService.class.getName());
    assertThat(step.codecs())
        .contains(
            stem + "OrderCastileCodec",
            stem + "NumberedCastileCodec",
            stem + "LineCastileCodec",
            stem + "ReceiptCastileCodec",
            stem + "CustomerCastileCodec",
            stem + "RefusedInfoCastileCodec",
            stem + "GiftCastileCodec",
            stem + "WishCastileCodec",
            "io.castile.codec.compile.WrapperCastileCodec");
    assertThat(step.skipped()).isEmpty();
    assertThat(step.classFiles()).hasSameSizeAs(step.codecs());
    assertThat(step.sources().get("io/castile/generate/orders/Orders_GiftCastileCodec.java"))
        .contains("final class Orders_GiftCastileCodec");
  }

  @Test
  void theSameClassesGiveTheSameFiles() {
    BuildStep one = BuiltOrders.step();
    BuildStep other = BuiltOrders.step();

    Map<String, byte[]> files = one.classFiles();
    assertThat(other.classFiles().keySet()).isEqualTo(files.keySet());
    other.classFiles().forEach((path, file) -> assertThat(file).isEqualTo(files.get(path)));
    assertThat(other.reachabilityMetadata()).isEqualTo(one.reachabilityMetadata());
  }

  @Test
  void theMetadataIsInTheFormatOfGraalVm() throws Exception {
    JsonNode metadata = metadata(BuiltOrders.step());

    assertThat(metadata.fieldNames()).toIterable().containsExactly("reflection", "resources");
    assertThat(metadata.get("resources").toString())
        .isEqualTo("[{\"glob\":\"io/castile/generate/orders/handlers.xml\"}]");
    List<String> proxies = new ArrayList<>();
    for (JsonNode each : metadata.get("reflection")) {
      assertThat(each.fieldNames()).toIterable().isSubsetOf(KEYS);
      each.fieldNames()
          .forEachRemaining(
              key -> assertThat(key.equals("type") || each.get(key).isBoolean()).isTrue());
      if (each.get("type").isObject()) {
        proxies.add(each.get("type").toString());
      }
    }
    assertThat(proxies)
        .containsExactly(
            "{\"proxy\":[\"io.castile.generate.orders.Orders\",\"jakarta.xml.ws.BindingProvider\",\"java.io.Closeable\"]}");
  }

  @Test
  void everyClassInTheMetadataIsThereOrLookedForInVain() throws Exception {
    List<String> absent = new ArrayList<>();
    Map<String, JsonNode> types = types(metadata(BuiltOrders.step()));
    for (String name : types.keySet()) {
      String element = name.replace("[]", "");
      try {
        if (!element.equals("int")) {
          Class.forName(element, false, getClass().getClassLoader());
        }
      } catch (ClassNotFoundException e) {
        absent.add(name);
      }
    }

    assertThat(absent).containsExactlyElementsOf(ABSENT);
    assertThat(types)
        .containsKeys(
            Orders.Reversed.class.getName(),
            Orders.Size.class.getName(),
            Orders.SoldOut.class.getName(),
            Orders.Line[].class.getTypeName(),
            "int[]",
            "java.util.LinkedList",
            "io.castile.generate.orders.PassedOn");
  }

  @Test
  void aServiceOfAWsdlIsOneToo() throws Exception {
    try (Compiled shop = Compiled.of(folder, WSDL, Generator.create())) {
      BuildStep step = new BuildStep();
      List<String> candidates = BuildStep.candidates(folder.resolve("classes"));
      for (String each : candidates) {
        step.addIfService(shop.type(each));
      }

      assertThat(candidates).isNotEmpty();
      assertThat(step.services()).isNotEmpty();
      assertThat(step.codecs()).isNotEmpty();
      assertThat(step.skipped()).isEmpty();
    }
  }

  @Test
  void onlyClassesThatNameTheAnnotationAreCandidates() throws Exception {
    assertThat(BuildStep.candidates(folder.resolve("none"))).isEmpty();

    Path classes = Files.createDirectories(folder.resolve("classes/io/castile/generate/orders"));
    for (Class<?> each : List.of(Orders.class, OrdersService.class, Orders.Order.class)) {
      String file = each.getName().substring(each.getPackageName().length() + 1) + ".class";
      try (var in = each.getResourceAsStream(file)) {
        Files.copy(in, classes.resolve(file));
      }
    }

    assertThat(BuildStep.candidates(folder.resolve("classes")))
        .containsExactly(Orders.class.getName(), OrdersService.class.getName());
  }

  @Test
  void aBoundClassIsNoService() {
    BuildStep step = new BuildStep();
    step.add(Orders.Receipt.class);

    assertThat(step.services()).isEmpty();
    assertThat(step.codecs()).contains("io.castile.generate.orders.Orders_ReceiptCastileCodec");
    assertThat(step.addIfService(Orders.Receipt.class)).isFalse();
    assertThatThrownBy(() -> step.add(Runnable.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no @WebService");
  }

  @Test
  void theMetadataOfAnArtifactHasItsPlace() {
    assertThat(BuildStep.metadataPath("com.example", "shop"))
        .isEqualTo("META-INF/native-image/com.example/shop/reachability-metadata.json");
    assertThatThrownBy(() -> BuildStep.metadataPath("com.example", "../shop"))
        .hasMessage("expected the identifier of a group or an artifact, found '../shop'");
  }

  /** Its messages are in SOAP encoding, which has no codecs that are compiled. */
  @WebService(targetNamespace = "urn:encoded")
  @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
  public interface Encoded {
    @WebMethod
    Held held(@WebParam(name = "name") String name);
  }

  /** Holds another bean. */
  public static final class Held {
    public List<Inner> inner;
  }

  /** Is held. */
  public static final class Inner {
    public String text;
  }

  @Test
  void anEncodedServiceHasMetadataAndNoCodecs() throws Exception {
    BuildStep step = new BuildStep();
    step.add(Encoded.class);

    assertThat(step.codecs()).isEmpty();
    assertThat(types(metadata(step)))
        .containsKeys(Encoded.class.getName(), Held.class.getName(), Inner.class.getName());
  }
}
