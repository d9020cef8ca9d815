package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.BytesAttachment;
import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.MediaTracker;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * {@link Image}, as binary data of the type that {@code XmlMimeType} names, by default PNG. An
 * image that is received may have up to {@link #MAX_PIXELS}.
 */
public final class ImageType extends SimpleType {
  /** Compressed data of a few bytes may be an image of any size. */
  static final long MAX_PIXELS = 50_000_000;

  private static final String PNG = "image/png";

  private final String contentType;
  private final boolean inline;

  /**
   * The type of an image. Its class is loaded only where there is one.
   *
   * @param declared what {@code XmlMimeType} says; null for nothing
   */
  public static SimpleType of(@Nullable String declared, boolean inline) {
    return new ImageType(declared, inline);
  }

  private ImageType(@Nullable String declared, boolean inline) {
    super(Kind.OTHER, Image.class, SimpleTypes.xs("base64Binary"));
    String first = declared == null ? PNG : declared.split("[,;]", 2)[0].trim();
    this.contentType = first.startsWith("image/") && !first.equals("image/*") ? first : PNG;
    this.inline = inline;
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    out.base64(bytes((Image) value, contentType));
  }

  @Override
  public void writeContent(Object value, XmlWriter out, CodecContext context) {
    byte[] bytes = bytes((Image) value, contentType);
    if (inline || !out.include(new BytesAttachment(bytes, contentType))) {
      out.base64(bytes);
    }
  }

  private static byte[] bytes(Image image, String contentType) {
    Iterator<ImageWriter> writers = ImageIO.getImageWritersByMIMEType(contentType);
    if (!writers.hasNext()) {
      throw new BindingException(
          "Cannot write a java.awt.Image as "
              + contentType
              + ". Use one of "
              + new TreeSet<>(List.of(ImageIO.getWriterMIMETypes()))
              + ", or a DataHandler.");
    }
    ImageWriter writer = writers.next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      BufferedImage drawn = buffered(image);
      boolean fits = writer.getOriginatingProvider().canEncodeImage(drawn);
      writer.setOutput(out);
      writer.write(fits ? drawn : drawn(drawn, BufferedImage.TYPE_INT_RGB));
    } catch (IOException e) {
      throw new BindingException(
          "cannot write an image as " + contentType + ": " + e.getMessage(), e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static BufferedImage buffered(Image image) {
    if (image instanceof BufferedImage known) {
      return known;
    }
    MediaTracker tracker = new MediaTracker(new Component() {});
    tracker.addImage(image, 0);
    try {
      tracker.waitForAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BindingException("interrupted while an image was loaded", e);
    }
    if (image.getWidth(null) < 1 || image.getHeight(null) < 1) {
      throw new BindingException("expected an image that can be loaded, found " + image);
    }
    return drawn(image, BufferedImage.TYPE_INT_ARGB);
  }

  private static BufferedImage drawn(Image image, int type) {
    BufferedImage drawn = new BufferedImage(image.getWidth(null), image.getHeight(null), type);
    Graphics2D graphics = drawn.createGraphics();
    graphics.drawImage(image, 0, 0, null);
    graphics.dispose();
    return drawn;
  }

  @Override
  public Object read(XmlText text, CodecContext context) {
    BinaryTypes.Handled.unproven(context);
    byte[] bytes = text.toBase64();
    Image image;
    try {
      image = decoded(bytes);
    } catch (IOException | RuntimeException e) { // as readers throw where data is damaged
      image = null;
    }
    if (image == null) {
      throw text.invalid(
          "an image that can be read, of at most "
              + MAX_PIXELS
              + " pixels ("
              + String.join(", ", new TreeSet<>(List.of(ImageIO.getReaderMIMETypes())))
              + ")");
    }
    return image;
  }

  /** Null for data that is none of an image, or of one that is too large. */
  private static @Nullable Image decoded(byte[] bytes) throws IOException {
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        return null;
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in);
        boolean fits = (long) reader.getWidth(0) * reader.getHeight(0) <= MAX_PIXELS;
        return fits ? reader.read(0) : null;
      } finally {
        reader.dispose();
      }
    }
  }

  /** Copies are the image itself. */
  @Override
  public Object copy(Object value, CodecContext context) {
    BinaryTypes.Handled.unproven(context);
    return value;
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return one == other || Arrays.equals(bytes((Image) one, PNG), bytes((Image) other, PNG));
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return Arrays.hashCode(bytes((Image) value, PNG));
  }

  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  boolean isBinary() {
    return !inline;
  }

  @Override
  public boolean acceptsEmpty() {
    return false;
  }
}
