package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Images as binary data, as the reference implementation has them. */
class ImageTypeTest {
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "album")
  static class Album {
    Image plain;

    @XmlMimeType("image/jpeg")
    Image jpeg;

    @XmlMimeType("image/*")
    Image any;

    List<Image> more;

    @XmlMimeType("image/svg+xml")
    Image drawing;
  }

  private static BufferedImage image(int type) {
    BufferedImage image = new BufferedImage(3, 2, type);
    image.setRGB(1, 1, 0xFF2080C0);
    return image;
  }

  private static Codec<Album> codec(CodecMode mode) {
    return Codecs.builder().types(Album.class).mode(mode).build().of(Album.class);
  }

  private static int pixel(Image image) {
    return ((BufferedImage) image).getRGB(1, 1);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void imagesAreReadByTheReferenceImplementationAndWrittenByIt(CodecMode mode) throws Exception {
    Album album = new Album();
    album.plain = image(BufferedImage.TYPE_INT_ARGB);
    album.jpeg = image(BufferedImage.TYPE_INT_RGB);
    album.any = image(BufferedImage.TYPE_INT_ARGB).getScaledInstance(6, 4, Image.SCALE_REPLICATE);
    album.more = List.of(album.plain, album.plain);
    JAXBContext reference = JAXBContext.newInstance(Album.class);

    byte[] written = codec(mode).toBytes(album);

    Album byReference =
        (Album) reference.createUnmarshaller().unmarshal(new ByteArrayInputStream(written));
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    reference.createMarshaller().marshal(byReference, again);
    for (Album read : List.of(byReference, codec(mode).fromBytes(again.toByteArray()))) {
      assertThat(pixel(read.plain)).isEqualTo(0xFF2080C0);
      assertThat(((BufferedImage) read.jpeg).getWidth()).isEqualTo(3);
      assertThat(((BufferedImage) read.any).getRGB(2, 2)).isEqualTo(0xFF2080C0);
      assertThat(read.more).hasSize(2);
      assertThat(codec(mode).equal(codec(mode).copy(read), read)).isTrue();
    }
    assertThat(new String(written, StandardCharsets.UTF_8)).contains("<jpeg>/9j/");
  }

  @Test
  void anImageWithTransparencyIsWrittenAsJpeg() {
    Album album = new Album();
    album.jpeg = image(BufferedImage.TYPE_INT_ARGB);

    assertThat(codec(CodecMode.COMPILED).fromBytes(codec(CodecMode.COMPILED).toBytes(album)).jpeg)
        .isNotNull();
  }

  @Test
  void aTypeThatNoWriterHasIsAnError() {
    Album album = new Album();
    album.drawing = image(BufferedImage.TYPE_INT_RGB);

    assertThatThrownBy(() -> codec(CodecMode.COMPILED).toBytes(album))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("image/png")
        .hasMessageContaining("Cannot write a java.awt.Image as image/svg+xml. Use one of ");
  }

  @Test
  void whatIsNoImageIsAnErrorOfTheMessage() throws Exception {
    Codec<Album> codec = codec(CodecMode.COMPILED);
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(image(BufferedImage.TYPE_INT_RGB), "png", png);
    byte[] large = png.toByteArray();
    ByteBuffer.wrap(large).putInt(16, 100_000).putInt(20, 100_000); // width and height
    byte[] cut = java.util.Arrays.copyOf(png.toByteArray(), 20);
    for (byte[] data : List.of(new byte[0], new byte[] {1, 2, 3}, large, cut)) {
      String text = Base64.getEncoder().encodeToString(data);
      byte[] document =
          ("<album><plain>" + text + "</plain></album>").getBytes(StandardCharsets.UTF_8);

      assertThatThrownBy(() -> codec.fromBytes(document))
          .isInstanceOf(XmlDataException.class)
          .hasMessageContaining("expected an image that can be read, of at most 50000000 pixels")
          .hasMessageContaining("/album/plain");
    }
  }

  @Test
  void anElementMayBeAnImage() {
    Codec<Image> codec = Codecs.forTypes().element(Image.class, new QName("image"));

    Image read = codec.fromBytes(codec.toBytes(image(BufferedImage.TYPE_INT_RGB)));

    assertThat(pixel(read)).isEqualTo(0xFF2080C0);
  }
}
