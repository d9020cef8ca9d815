package io.castile.soap.wsdl;

import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.internal.DomWriter;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.DomReader;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * Sources, which handlers, providers and dispatches exchange with this engine, as documents. What
 * is text is read by this engine's own reader, which refuses DTDs and holds its limits.
 */
public final class XmlSources {
  private XmlSources() {}

  /** Returns a source that a document is; null for none. */
  public static @Nullable Source of(byte @Nullable [] document) {
    return document == null ? null : new StreamSource(new ByteArrayInputStream(document));
  }

  /** Whether sources of a class can be made of documents. */
  public static boolean isKind(Type type) {
    return type == Source.class
        || type == DOMSource.class
        || type == StreamSource.class
        || type == SAXSource.class;
  }

  /**
   * Returns the source that a document is, as one of a class; null for none.
   *
   * @param type one that {@link #isKind} knows
   */
  public static @Nullable Source of(Type type, byte @Nullable [] document) {
    if (document == null) {
      return null;
    }
    if (type == DOMSource.class) {
      Element root = Objects.requireNonNull(toElement(of(document)));
      return new DOMSource(root.getOwnerDocument());
    }
    return type == SAXSource.class
        ? new SAXSource(new InputSource(new ByteArrayInputStream(document)))
        : of(document);
  }

  /**
   * Returns the element that a source holds.
   *
   * @param source read to its end; may be null
   * @return the root of a document, the caller's own; null where there is no element
   * @throws WebServiceException if the source cannot be read, or is not well-formed XML
   */
  public static @Nullable Element toElement(@Nullable Source source) {
    byte[] bytes = toBytes(source);
    if (bytes == null) {
      return null;
    }
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    toRoot(in);
    return DomReader.readSelfContained(in);
  }

  /**
   * Returns the element that a source holds as a document in UTF-8, without an XML declaration.
   *
   * @param source read to its end; may be null
   * @return null where there is no element
   * @throws WebServiceException if the source cannot be read, or is not well-formed XML
   */
  public static byte @Nullable [] toBytes(@Nullable Source source) {
    if (source == null) {
      return null;
    }
    try {
      if (source instanceof DOMSource dom) {
        return dom(dom.getNode());
      }
      if (source instanceof StreamSource stream) {
        return stream(stream.getInputStream(), stream.getReader());
      }
      if (source instanceof SAXSource sax && sax.getXMLReader() == null) {
        InputSource input = sax.getInputSource();
        return input == null ? null : stream(input.getByteStream(), input.getCharacterStream());
      }
      StringWriter text = new StringWriter();
      identity().transform(source, new StreamResult(text));
      return element(text.toString().getBytes(StandardCharsets.UTF_8), "utf-8");
    } catch (IOException | TransformerException | RuntimeException e) {
      throw new WebServiceException(
          "expected a source of well-formed XML that can be read: " + e.getMessage(), e);
    }
  }

  /** The name of the root of a document. */
  public static QName rootName(byte[] document) {
    XmlReader in = new XmlReader().reset(document, 0, document.length);
    toRoot(in);
    return in.name().toQName();
  }

  private static Transformer identity() throws TransformerException {
    TransformerFactory factory = TransformerFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    return factory.newTransformer();
  }

  private static byte @Nullable [] dom(@Nullable Node node) {
    Node element = node instanceof Document document ? document.getDocumentElement() : node;
    return element == null ? null : DomWriter.toBytes(element);
  }

  /** Of a stream without anything in it, which is what an empty source is, null. */
  private static byte @Nullable [] stream(@Nullable InputStream bytes, @Nullable Reader characters)
      throws IOException {
    if (bytes != null) {
      byte[] all = bytes.readAllBytes();
      return all.length == 0 ? null : element(all, null);
    }
    if (characters != null) {
      StringWriter text = new StringWriter();
      characters.transferTo(text);
      byte[] all = text.toString().getBytes(StandardCharsets.UTF_8);
      return all.length == 0 ? null : element(all, "utf-8");
    }
    return null;
  }

  /** The root element of a document, which is read to its end. */
  private static byte[] element(byte[] document, @Nullable String charset) {
    XmlReader in = new XmlReader().reset(document, 0, document.length, charset);
    toRoot(in);
    if (charset == null && !Utf8Messages.isUtf8(document, null)) {
      Element root = DomReader.readSelfContained(in);
      toEnd(in);
      return DomWriter.toBytes(root);
    }
    int start = in.offset();
    in.skipElement();
    in.next();
    int end = in.offset();
    toEnd(in);
    return start == 0 && end == document.length
        ? document
        : Arrays.copyOfRange(document, start, end);
  }

  private static void toRoot(XmlReader in) {
    while (in.event() != XmlReader.START_ELEMENT) {
      in.next();
    }
  }

  private static void toEnd(XmlReader in) {
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
  }
}
