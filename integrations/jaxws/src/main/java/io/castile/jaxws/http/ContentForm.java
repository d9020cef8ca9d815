package io.castile.jaxws.http;

import io.castile.soap.wsdl.XmlSources;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * How the content of a request or a response is given to an application: as XML or as objects, or
 * as the bytes that it is. Immutable and thread-safe.
 *
 * @param <T> what the application has
 */
public interface ContentForm<T> {
  /** The content that a value is; of null, one without bytes. */
  Content write(@Nullable T value);

  /** The value that a content is; null for one without bytes. */
  @Nullable T read(Content content);

  /**
   * Bytes with their media type.
   *
   * @param type null where it is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Content(byte[] bytes, @Nullable String type) {}

  /** Whether there is a form for values of a type. */
  static boolean isKind(Type type) {
    return type == DataSource.class || XmlSources.isKind(type);
  }

  /**
   * The form of a kind of {@link Source}, or of {@link DataSource}.
   *
   * @param type one that {@link #isKind} knows
   */
  static <T> ContentForm<T> of(Class<T> type) {
    return new ContentForm<>() {
      @Override
      public Content write(@Nullable T value) {
        return value instanceof DataSource data ? bytes(data) : xml((Source) value);
      }

      @Override
      public @Nullable T read(Content content) {
        if (content.bytes().length == 0) {
          return null;
        }
        return type.cast(
            type == DataSource.class
                ? new Received(content)
                : XmlSources.of(type, content.bytes()));
      }
    };
  }

  /**
   * The form of objects.
   *
   * @param binding how they are written and read
   */
  static ContentForm<Object> of(JAXBContext binding) {
    return new ContentForm<>() {
      @Override
      public Content write(@Nullable Object value) {
        if (value == null) {
          return xml(null);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
          binding.createMarshaller().marshal(value, out);
        } catch (JAXBException e) {
          throw new WebServiceException(
              "Cannot write a " + value.getClass().getName() + " by the JAXBContext: " + e, e);
        }
        return new Content(out.toByteArray(), XML);
      }

      @Override
      public @Nullable Object read(Content content) {
        Source source = XmlSources.of(content.bytes());
        if (source == null || content.bytes().length == 0) {
          return null;
        }
        try {
          return binding.createUnmarshaller().unmarshal(source);
        } catch (JAXBException e) {
          throw new WebServiceException(
              "the content cannot be read: expected an element that the JAXBContext knows: " + e,
              e);
        }
      }
    };
  }

  /** The media type of XML, in UTF-8. */
  String XML = "text/xml; charset=utf-8";

  private static Content xml(@Nullable Source source) {
    byte[] bytes = XmlSources.toBytes(source);
    return new Content(bytes == null ? new byte[0] : bytes, XML);
  }

  private static Content bytes(DataSource data) {
    try (InputStream in = data.getInputStream()) {
      return new Content(in.readAllBytes(), data.getContentType());
    } catch (IOException e) {
      throw new WebServiceException("the DataSource cannot be read: " + e.getMessage(), e);
    }
  }

  /** A received content, as it is. */
  final class Received implements DataSource {
    private final Content content;

    Received(Content content) {
      this.content = content;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(content.bytes());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("Cannot write to a received content.");
    }

    @Override
    public String getContentType() {
      return content.type() == null ? "application/octet-stream" : content.type();
    }

    @Override
    public String getName() {
      return "";
    }
  }
}
