package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.wsdl.model.Problem;
import jakarta.xml.bind.JAXBContext;
import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codecs that are generated with the beans, and compiled with them. */
final class GeneratedCodecsTest {
  private static final String CART =
      sequence(
              "cart",
              "<x:element name='item' type='t:Item' maxOccurs='unbounded'/>"
                  + "<x:element name='count' type='x:int'/>"
                  + "<x:element name='note' type='x:string' nillable='true' minOccurs='0'/>")
          + sequence("cartResponse", "<x:element name='at' type='x:dateTime'/>")
          + """
            <x:complexType name="Item" abstract="true"><x:sequence><x:element name="sku" type="x:string"/></x:sequence>
              <x:attribute name="size" type="t:Size"/></x:complexType>
            <x:complexType name="Pen"><x:complexContent><x:extension base="t:Item"><x:sequence>
              <x:element name="colour" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
            <x:simpleType name="Size"><x:restriction base="x:string">
              <x:enumeration value="S"/><x:enumeration value="L"/></x:restriction></x:simpleType>
            """;

  private static final String DOCUMENT =
      "<cart xmlns='urn:shop' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>"
          + "<item size='L' i:type='Pen'><sku>1 &lt; 2</sku><colour>é</colour></item>"
          + "<item i:type='Pen'><sku/><colour>red</colour></item><count>-7</count></cart>";

  private static final List<String> TYPES = List.of("shop.Cart", "shop.Item", "shop.Pen");

  @TempDir Path folder;

  private static String wsdl(String schema) {
    return Shop.document(
        schema,
        message("cartIn", element("p", "cart")) + message("cartOut", element("p", "cartResponse")),
        operation("cart", ""),
        bound("cart", ""));
  }

  private static Class<?>[] types(Compiled compiled) throws ClassNotFoundException {
    List<Class<?>> types = new ArrayList<>();
    for (String each : TYPES) {
      types.add(compiled.type(each));
    }
    return types.toArray(Class<?>[]::new);
  }

  private static BeanCodecs codecs(CodecMode mode, Class<?>... types) {
    return BeanCodecs.builder().types(types).mode(mode).build();
  }

  @Test
  void theyAreUsedAndWriteWhatTheInterpreterWrites() throws Exception {
    try (Compiled compiled = Compiled.of(folder, wsdl(CART), Generator.create().withCodecs(true))) {
      Class<?>[] types = types(compiled);
      BeanCodecs generated = codecs(CodecMode.COMPILED, types);

      byte[] written = UsedCodec.rewritten(generated, types[0], DOCUMENT);

      assertThat(Arrays.stream(types).map(type -> UsedCodec.of(generated, type)))
          .containsOnly("generated");
      assertThat(written)
          .isEqualTo(UsedCodec.rewritten(codecs(CodecMode.INTERPRETED, types), types[0], DOCUMENT));
      assertThat(byReference(types, new String(written, UTF_8)))
          .isEqualTo(byReference(types, DOCUMENT));
      assertThat(compiled.generated().problems()).isEmpty();
    }
  }

  @Test
  void theMessagesOfAClientUseThem() throws Exception {
    try (Compiled compiled = Compiled.of(folder, wsdl(CART), Generator.create().withCodecs(true))) {
      ServiceModel service =
          ServiceModel.of(compiled.type(compiled.generated().interfaces().get(0)));

      assertThat(service.generateCode().generated())
          .isNotEmpty()
          .allSatisfy(
              code ->
                  assertThat(compiled.text(code.className().replace('.', '/') + ".java"))
                      .isEqualTo(code.file()));
    }
  }

  @Test
  void theyNeedNoCompilerAtRunTime() throws Exception {
    Compiled.of(folder, wsdl(CART), Generator.create().withCodecs(true)).close();

    assertThat(run())
        .startsWith("generated generated generated <n1:cart")
        .endsWith("<n1:count>-7</n1:count></n1:cart>");
  }

  @Test
  void withoutThemNothingIsCompiledWhereThereIsNoCompiler() throws Exception {
    Compiled.of(folder, wsdl(CART), Generator.create()).close();

    assertThat(run()).startsWith("interpreted interpreted interpreted <n1:cart");
  }

  @Test
  void thoseOfBeansThatHaveChangedAreNotUsed() throws Exception {
    Generator generator = Generator.create().withCodecs(true);
    Map<String, String> files = new TreeMap<>();
    Generated before = Compiled.generate(folder, wsdl(CART), generator);
    Generated after =
        Compiled.generate(folder, wsdl(CART.replace("\"colour\"", "\"Colour\"")), generator);
    after.files().forEach(file -> files.put(file.path(), file.text()));
    files.put("shop/PenCastileCodec.java", Compiled.text(before, "shop/PenCastileCodec.java"));

    try (Compiled compiled = Compiled.of(folder, after, files)) {
      Class<?>[] types = types(compiled);
      BeanCodecs codecs = codecs(CodecMode.COMPILED, types);
      byte[] written =
          UsedCodec.rewritten(codecs, types[0], DOCUMENT.replace("colour>", "Colour>"));

      assertThat(Arrays.stream(types).map(type -> UsedCodec.of(codecs, type)))
          .containsExactly("generated", "generated", "compiled");
      assertThat(new String(written, UTF_8)).contains(":Colour>red</");
    }
  }

  @Test
  void anInterfaceInSoapEncodingHasNone() throws Exception {
    String wsdl =
        EncodedShop.wsdl(
            Shop.message("gridIn", Shop.type("factor", "x:int"))
                + Shop.message("gridOut", Shop.type("return", "x:int")),
            Shop.operation("grid", ""),
            EncodedShop.bound("grid"));

    Generated generated = Compiled.generate(folder, wsdl, Generator.create().withCodecs(true));

    assertThat(generated.problems())
        .extracting(Problem::message)
        .containsExactly("shop.Shop has no codec: its messages are in SOAP encoding");
    assertThat(generated.files())
        .extracting(Generated.File::path)
        .noneMatch(path -> path.contains("Castile"));
  }

  /** What the reference implementation reads of a document, as it writes it. */
  private static String byReference(Class<?>[] types, String document) throws Exception {
    JAXBContext context = JAXBContext.newInstance(types);
    StringWriter out = new StringWriter();
    context
        .createMarshaller()
        .marshal(context.createUnmarshaller().unmarshal(new StringReader(document)), out);
    return out.toString();
  }

  /** What a program without Janino says of the document. */
  private String run() throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !isCompiler(entry))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + classPath,
                UsedCodec.class.getName(),
                DOCUMENT.replace("é", "e")));
    command.addAll(TYPES);
    Process program =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(program.getInputStream().readAllBytes(), UTF_8).trim();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  private static boolean isCompiler(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.startsWith("janino") || name.startsWith("commons-compiler");
  }
}
