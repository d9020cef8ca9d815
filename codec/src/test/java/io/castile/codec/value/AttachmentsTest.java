package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.Shipment;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.Attachment;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.BytesAttachment;
import io.castile.xml.internal.XmlInternals;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Binary data in parts, with the reference implementation at the other end. */
class AttachmentsTest {
  private static final byte[] BYTES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  /** Binary data in every place. */
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Data {
    byte[] plain;

    @XmlMimeType("image/png")
    byte[] typed;

    @XmlInlineBinaryData byte[] inline;
    DataHandler handler;
    @XmlInlineBinaryData DataHandler inlineHandler;
    @XmlAttachmentRef DataHandler referred;
    @XmlAttachmentRef @XmlAttribute DataHandler referredByAttribute;
    @XmlAttribute byte[] attribute;

    @XmlElement(name = "item")
    List<byte[]> items;

    List<DataHandler> handlers;
    Text text;

    /** For a wildcard of type. */
    Object any;

    void fill() {
      plain = BYTES.clone();
      typed = BYTES.clone();
      inline = BYTES.clone();
      handler = handler("x/handler");
      inlineHandler = handler("x/inline");
      referred = handler("x/referred");
      referredByAttribute = handler("x/seal");
      attribute = BYTES.clone();
      items = new ArrayList<>(List.of(BYTES.clone(), new byte[] {1}));
      handlers = new ArrayList<>(List.of(handler("x/1"), handler("x/2")));
      text = new Text();
      text.value = BYTES.clone();
      any = BYTES.clone();
    }

    static DataHandler handler(String contentType) {
      return new DataHandler(new ByteArrayDataSource(BYTES, contentType));
    }
  }

  /** A class whose text is binary. */
  public static class Text {
    @XmlValue byte[] value;
  }

  /** As above, for the reference implementation. */
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Fallback extends Data {
    Source unplanned;
  }

  /** The parts of one document. */
  private static final class Parts implements AttachmentSink, AttachmentSource {
    private final List<Attachment> all = new ArrayList<>();
    private final List<String> types = new ArrayList<>();

    @Override
    public String offer(Attachment part) {
      return refer(part);
    }

    @Override
    public String refer(Attachment part) {
      all.add(part);
      types.add(part.contentType());
      return "cid:" + (all.size() - 1);
    }

    @Override
    public Attachment take(String reference, XmlReader in) {
      try {
        Attachment part = all.get(Integer.parseInt(reference.substring(4)));
        return new BytesAttachment(part.toByteArray(), part.contentType());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  static Stream<Arguments> classesAndModes() {
    return Stream.of(Data.class, Fallback.class)
        .flatMap(type -> Arrays.stream(CodecMode.values()).map(mode -> Arguments.of(type, mode)));
  }

  private static <T extends Data> Codec<T> codec(Class<T> type, CodecMode mode) {
    return Codecs.builder().types(type, Text.class).mode(mode).build().of(type);
  }

  private static <T extends Data> T filled(Class<T> type) throws Exception {
    T data = type.getDeclaredConstructor().newInstance();
    data.fill();
    return data;
  }

  private static void assertFilled(Data found) throws IOException {
    assertThat(
            List.of(
                found.plain,
                found.typed,
                found.inline,
                found.attribute,
                found.items.get(0),
                found.text.value,
                (byte[]) found.any))
        .allSatisfy(bytes -> assertThat(bytes).isEqualTo(BYTES));
    assertThat(found.items.get(1)).containsExactly(1);
    assertThat(
            List.of(
                found.handler,
                found.inlineHandler,
                found.referred,
                found.referredByAttribute,
                found.handlers.get(0),
                found.handlers.get(1)))
        .allSatisfy(
            handler -> assertThat(handler.getInputStream().readAllBytes()).isEqualTo(BYTES));
    assertThat(found.handler.getContentType()).isEqualTo("x/handler");
    assertThat(found.referred.getContentType()).isEqualTo("x/referred");
    assertThat(found.referredByAttribute.getContentType()).isEqualTo("x/seal");
    assertThat(found.handlers.get(1).getContentType()).isEqualTo("x/2");
  }

  private static final String[] TYPES = {
    "application/octet-stream",
    "image/png",
    "x/handler",
    "x/referred",
    "x/seal",
    "application/octet-stream",
    "application/octet-stream",
    "x/1",
    "x/2",
    "application/octet-stream",
    "application/octet-stream"
  };

  @ParameterizedTest
  @MethodSource("classesAndModes")
  <T extends Data> void theReferenceImplementationReadsWhatIsWritten(Class<T> type, CodecMode mode)
      throws Exception {
    Parts parts = new Parts();
    XmlWriter out = XmlInternals.withAttachments(new XmlWriter(), parts);
    codec(type, mode).write(filled(type), out);

    Unmarshaller reader = JAXBContext.newInstance(type, Text.class).createUnmarshaller();
    reader.setAttachmentUnmarshaller(
        new AttachmentUnmarshaller() {
          @Override
          public boolean isXOPPackage() {
            return true;
          }

          @Override
          public DataHandler getAttachmentAsDataHandler(String reference) {
            return ByteArrayDataSource.handler(parts.take(reference, null));
          }

          @Override
          public byte[] getAttachmentAsByteArray(String reference) {
            try {
              return parts.take(reference, null).toByteArray();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        });
    assertFilled(type.cast(reader.unmarshal(new ByteArrayInputStream(out.toByteArray()))));
    assertThat(parts.types).containsExactlyInAnyOrder(TYPES);
  }

  @ParameterizedTest
  @MethodSource("classesAndModes")
  <T extends Data> void whatTheReferenceImplementationWritesIsRead(Class<T> type, CodecMode mode)
      throws Exception {
    Parts parts = new Parts();
    Marshaller writer = JAXBContext.newInstance(type, Text.class).createMarshaller();
    writer.setAttachmentMarshaller(
        new AttachmentMarshaller() {
          @Override
          public boolean isXOPPackage() {
            return true;
          }

          @Override
          public String addMtomAttachment(DataHandler data, String namespace, String name) {
            return parts.offer(new AttachedHandler(data));
          }

          @Override
          public String addMtomAttachment(
              byte[] data, int offset, int length, String mimeType, String uri, String name) {
            byte[] bytes = Arrays.copyOfRange(data, offset, offset + length);
            return parts.offer(new BytesAttachment(bytes, mimeType));
          }

          @Override
          public String addSwaRefAttachment(DataHandler data) {
            return parts.refer(new AttachedHandler(data));
          }
        });
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    writer.marshal(filled(type), document);

    XmlReader in = new XmlReader();
    XmlInternals.withAttachments(in.reset(document.toByteArray(), 0, document.size()), parts);
    in.nextChild(null);
    assertFilled(codec(type, mode).read(in));
  }

  @Test
  void plansTellWhatTheyNeed() {
    Codec<Data> data = codec(Data.class, CodecMode.ADAPTIVE);
    assertThat(data.refersToAttachments()).isTrue();
    assertThat(data.hasBinaryData()).isTrue();

    Codec<Fallback> fallback = codec(Fallback.class, CodecMode.ADAPTIVE);
    assertThat(fallback.hasBinaryData()).isTrue(); // as nobody knows

    Codec<Shipment> shipment =
        Codecs.forTypes(Shipment.class).element(Shipment.class, new QName("shipment"));
    assertThat(shipment.refersToAttachments()).isFalse();
  }

  @Test
  void referencesNeedSomethingToReferTo() throws Exception {
    Codec<Data> codec = codec(Data.class, CodecMode.INTERPRETED);
    Data data = filled(Data.class);

    assertThatThrownBy(() -> codec.toBytes(data))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("because the document is written without attachments");
    assertThat(codec.equal(data, codec.copy(data))).isTrue();
    assertThat(codec.hash(data)).isEqualTo(codec.hash(codec.copy(data)));
  }
}
