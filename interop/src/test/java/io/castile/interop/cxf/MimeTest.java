package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import java.awt.Image;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.mime.TestMtom;
import org.apache.cxf.mime.types.XopStringType;
import org.apache.cxf.mtom_xop.TestMtomImpl;
import org.apache.cxf.swa.SwAServiceInterface;
import org.apache.cxf.swa.types.DataStruct;
import org.apache.cxf.swa.types.OutputResponseAll;
import org.apache.cxf.swa.types.VoidRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages with attachments, by MTOM and by MIME parts that the description names. */
@Tag("long")
final class MimeTest {
  private static DataHandler data(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return new DataHandler(new ByteDataSource(bytes, "application/octet-stream"));
  }

  private static byte[] bytes(DataHandler data) throws Exception {
    return data.getInputStream().readAllBytes();
  }

  // ---- MTOM ----

  private static Object xop(TestMtom port, String text, int length) throws Exception {
    Holder<String> name = new Holder<>(text);
    Holder<DataHandler> data = new Holder<>(data(length));
    port.testXop(name, data);
    return Arrays.asList(name.value, bytes(data.value));
  }

  private static XopStringType text(String text) {
    XopStringType value = new XopStringType();
    value.setName("name");
    value.setAttachinfo(text);
    return value;
  }

  private static Object optimized(TestMtom port, Call<TestMtom> call, boolean client)
      throws Exception {
    ((SOAPBinding) ((BindingProvider) port).getBinding()).setMTOMEnabled(client);
    return call.through(port);
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void mtom(boolean client, boolean server) throws Exception {
    Map<String, Call<TestMtom>> calls = new LinkedHashMap<>();
    for (int length : new int[] {0, 10, 3000, 100_000}) {
      calls.put("data of " + length, port -> optimized(port, p -> xop(p, "me", length), client));
    }
    calls.put(
        "text", port -> optimized(port, p -> p.testXopString(text("gr\u00fc\u00dfe")), client));

    Map<String, Outcome> found =
        Setup.of(TestMtom.class, () -> Delegate.of(TestMtom.class, new TestMtomImpl()))
            .server(factory -> factory.setProperties(Map.of("mtom-enabled", server)))
            .compare(calls);

    assertThat(found).allSatisfy((name, outcome) -> assertThat(outcome.thrown()).isNull());
    assertThat(((List<?>) found.get("data of 3000").value()).get(1)).isEqualTo(bytes(data(3000)));
  }

  // ---- parts of the description ----

  /** Answers with what it was given. */
  private static final class Echo implements SwAServiceInterface {
    @Override
    public void echoData(Holder<String> text, Holder<DataHandler> data) {
      // The holders have the answer already.
    }

    @Override
    public void echoDataRef(Holder<DataStruct> data) {
      // The holder has the answer already.
    }

    @Override
    public void echoDataWithHeader(
        Holder<String> text, Holder<DataHandler> data, Holder<String> headerText) {
      headerText.value = headerText.value + "!";
    }

    @Override
    public OutputResponseAll echoAllAttachmentTypes(
        VoidRequest request,
        Holder<DataHandler> attach1,
        Holder<DataHandler> attach2,
        Holder<Source> attach3,
        Holder<Image> attach4,
        Holder<Image> attach5) {
      return null;
    }
  }

  private static Object echoed(SwAServiceInterface port) throws Exception {
    Holder<String> text = new Holder<>("text");
    Holder<DataHandler> data = new Holder<>(data(50));
    port.echoData(text, data);
    return Arrays.asList(text.value, bytes(data.value));
  }

  private static Object echoedWithHeader(SwAServiceInterface port) throws Exception {
    Holder<String> text = new Holder<>("text");
    Holder<DataHandler> data = new Holder<>(data(50));
    Holder<String> header = new Holder<>("header");
    port.echoDataWithHeader(text, data, header);
    return Arrays.asList(text.value, bytes(data.value), header.value);
  }

  private static Object referred(SwAServiceInterface port) throws Exception {
    DataStruct struct = new DataStruct();
    struct.setDataRef(data(70));
    Holder<DataStruct> data = new Holder<>(struct);
    port.echoDataRef(data);
    return bytes(data.value.getDataRef());
  }

  private static Setup<SwAServiceInterface> described() {
    String namespace = "http://cxf.apache.org/swa";
    return Setup.of(SwAServiceInterface.class, Echo::new)
        .described(
            new PublishedInterfaces.Description(
                "classpath:/wsdl/swa-mime.wsdl",
                new QName(namespace, "SwAService"),
                new QName(namespace, "SwAServiceHttpPort")));
  }

  @Test
  void partsOfTheDescription() throws Exception {
    Map<String, Call<SwAServiceInterface>> calls = new LinkedHashMap<>();
    calls.put("a part", MimeTest::echoed);
    calls.put("a part and a header", MimeTest::echoedWithHeader);

    Map<String, Outcome> found = described().compare(calls);

    assertThat(found.get("a part").thrown()).isNull();
    assertThat((List<?>) found.get("a part and a header").value()).last().isEqualTo("header!");
  }

  @Test
  void referencesToParts() throws Exception {
    Map<String, Object> attaching = Map.of("mtom-enabled", true);
    Map<String, Outcome> found =
        described()
            .server(factory -> factory.setProperties(attaching))
            .client(factory -> factory.setProperties(new LinkedHashMap<>(attaching)))
            .compare(Map.of("a reference", MimeTest::referred));

    assertThat((byte[]) found.get("a reference").value()).isEqualTo(bytes(data(70)));
  }
}
