package io.castile.bridge;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation of SOAP that is called by JSON: the envelope of a request, and what is in that of a
 * response. Immutable and thread-safe.
 */
public final class JsonOperation {
  private static final byte[] HEADER_START = "<s:Header>".getBytes(US_ASCII);
  private static final byte[] HEADER_END = "</s:Header>".getBytes(US_ASCII);
  private static final byte[] BODY_START = "<s:Body>".getBytes(US_ASCII);
  private static final byte[] BODY_AND_ENVELOPE_END = "</s:Body></s:Envelope>".getBytes(US_ASCII);

  /** The characters of a quoted string (RFC 9110 §5.6.4) that need no escape. */
  private static final Pattern ACTION = Pattern.compile("[\\x20-\\x7E&&[^\"\\\\]]*");

  private static final int BAD_REQUEST = 400;
  private static final int NO_FORM = 501;

  private final String service;
  private final String name;
  private final SoapVersion version;
  private final BindingOperation bound;
  private final OperationValues values;
  private final JsonResponses responses;
  private final BooleanSupplier schemas;
  private final Object identity = new Object();
  private volatile boolean isWritten; // whether a request was
  private volatile boolean isPlanned; // whether a response was read, too

  /**
   * @param schemas whether small messages are known to be soon compared with them; returns at once
   */
  JsonOperation(
      String service,
      String name,
      SoapVersion version,
      BindingOperation bound,
      OperationValues values,
      EnvelopeReaders readers,
      BooleanSupplier schemas) {
    this.schemas = schemas;
    this.service = service;
    this.name = name;
    this.version = version;
    this.bound = bound;
    this.values = values;
    this.responses = new JsonResponses(values, readers);
  }

  /**
   * Returns an object that stands for this operation of this reading of its description, and holds
   * nothing of it: for keys of what was made by the operation.
   */
  public Object identity() {
    return identity;
  }

  /** Returns the segment of the path that names the service. */
  public String service() {
    return service;
  }

  /** Returns the segment of the path that names the operation. */
  public String name() {
    return name;
  }

  /** Returns the version of SOAP in which the service is called. */
  public SoapVersion version() {
    return version;
  }

  /** Returns the value of {@code SOAPAction}, or of the parameter {@code action}; may be empty. */
  public String action() {
    return bound.action();
  }

  /**
   * A request of SOAP: an envelope, or a package of one and its attachments (RFC 2387).
   *
   * @param content owned by the caller
   * @param contentType the field of HTTP, with the action in SOAP 1.2
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  public record Request(byte[] content, String contentType) {}

  /** Whether no response is described. */
  public boolean isOneWay() {
    return bound.operation().isOneWay();
  }

  /**
   * Whether small messages are written and read soon, whatever is in them: all that they need of
   * the description has been read, as one was written and one read before, from which on another
   * thread reads the schemas.
   */
  public boolean isQuick() {
    return isPlanned && schemas.getAsBoolean();
  }

  BindingOperation bound() {
    return bound;
  }

  OperationValues values() {
    return values;
  }

  /**
   * Returns the name of the element in the body of requests; null where it is empty.
   *
   * @throws ProblemException if the operation has no form in JSON
   */
  public @Nullable QName element() throws ProblemException {
    return request().element();
  }

  private MessageValues request() throws ProblemException {
    try {
      if (!ACTION.matcher(action()).matches()) {
        throw new UnsupportedOperationException(
            "Cannot call operation " + name + ", because its SOAPAction is none of HTTP.");
      }
      return values.request();
    } catch (UnsupportedOperationException e) {
      throw new ProblemException(
          new Problem(NO_FORM, "The operation has no form in JSON", text(e), null));
    }
  }

  /**
   * Returns a request of SOAP, as a package where the description binds attachments. Requests of
   * the same arguments differ in the boundary and the Content-ID of the envelope alone.
   *
   * @param arguments in the form of JSON
   * @throws ProblemException as {@link #envelope}, or if an attachment is missing or none
   */
  public Request request(Map<String, ?> arguments) throws ProblemException {
    MessageValues request = request();
    byte[] envelope = envelope(arguments);
    if (request.attachments().isEmpty()) {
      String type = version.mediaType() + "; charset=utf-8";
      boolean hasAction = version == SoapVersion.SOAP_1_2 && !action().isEmpty();
      return new Request(envelope, hasAction ? type + "; action=\"" + action() + '"' : type);
    }
    try {
      MultipartWriter parts =
          new MultipartWriter(AttachmentMode.REFERENCES, AttachmentOptions.DEFAULT);
      request.attachments().given(arguments).forEach(parts::add);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      parts.payload(version, Payload.of(envelope, envelope.length)).writeTo(content);
      return new Request(content.toByteArray(), parts.contentType(version, action()));
    } catch (ValueException e) {
      throw new ProblemException(refused(text(e), e.pointer()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of arrays, which have none
    }
  }

  /**
   * Returns the envelope of a request, in UTF-8, without its attachments.
   *
   * @param arguments in the form of JSON
   * @throws ProblemException if an argument is missing, unknown, or none of its type, or the
   *     operation has no form in JSON
   */
  public byte[] envelope(Map<String, ?> arguments) throws ProblemException {
    MessageValues request = request();
    try {
      @Nullable Object[] given = request.jsonValues(arguments);
      request.check(given);
      XmlWriter out = new XmlWriter();
      out.raw(("<s:Envelope xmlns:s=\"" + version.namespace() + "\">").getBytes(US_ASCII));
      if (hasBlocks(request, given)) {
        out.raw(HEADER_START);
        for (int i = request.bodySize(); i < request.size(); i++) {
          if (given[i] != null) {
            request.codec(i).write(given[i], out);
          }
        }
        out.raw(HEADER_END);
      }
      out.raw(BODY_START);
      boolean is11 = version == SoapVersion.SOAP_1_1;
      request.write(given, is11 ? EncodingRules.SOAP_1_1 : EncodingRules.SOAP_1_2, out);
      out.raw(BODY_AND_ENVELOPE_END);
      isWritten = true;
      return out.toByteArray();
    } catch (ValueException e) {
      throw new ProblemException(refused(text(e), e.pointer()));
    } catch (XmlException e) { // of a text that no XML can have
      throw new ProblemException(refused(text(e), null));
    }
  }

  private static Problem refused(String detail, @Nullable String pointer) {
    return new Problem(BAD_REQUEST, "The request does not follow its schema", detail, pointer);
  }

  private static boolean hasBlocks(MessageValues request, @Nullable Object[] given) {
    for (int i = request.bodySize(); i < request.size(); i++) {
      if (given[i] != null) {
        return true;
      }
    }
    return false;
  }

  private static String text(Exception e) {
    return String.valueOf(e.getMessage());
  }

  /**
   * Returns what is in a response, in the form of JSON: in its body, and in the header blocks that
   * the description has.
   *
   * @param message the envelope
   * @param charset what the transport says of its encoding; null for nothing
   * @throws ProblemException if it is a fault, or no envelope of the operation
   */
  public Map<String, Object> read(byte[] message, @Nullable String charset)
      throws ProblemException {
    Map<String, Object> read = responses.read(message, charset);
    plan();
    return read;
  }

  /**
   * Returns what is in a response, as {@link #read(byte[], String)}. Binary data in parts stands
   * where the document includes it (XOP); attachments that the description binds stand beside what
   * is in the body.
   */
  public Map<String, Object> read(MultipartContent message) throws ProblemException {
    Map<String, Object> read = responses.read(message);
    plan();
    return read;
  }

  /** Notes that a response was read. */
  private void plan() {
    if (!isPlanned && isWritten && !values.isEncoded()) { // shared values may be copied often
      isPlanned = true;
      isQuick(); // so that another thread reads the schemas from now on
    }
  }

  /**
   * Whether the response may be written as JSON {@linkplain #write while it is read}: not where
   * attachments are described, or values may refer to one another.
   */
  public boolean isStreamed() {
    return responses.isStreamed();
  }

  /**
   * Writes what is in a response as JSON while it is read: what {@link #read(byte[], String)}
   * returns, with members perhaps in another order. Of the message up to 16 MiB are held, for a
   * value that can only be written as a whole.
   *
   * @param message the envelope of a response that {@linkplain #isStreamed may be so written}; is
   *     not closed
   * @param charset as of {@link #read(byte[], String)}
   * @param out is neither flushed nor closed
   * @throws ProblemException as {@link #read(byte[], String)}, or if the elements of an array do
   *     not stand in a row: what has been written then is a part of a text
   * @throws IOException of the streams
   */
  public void write(InputStream message, @Nullable String charset, OutputStream out)
      throws ProblemException, IOException {
    responses.write(message, charset, out);
    plan();
  }
}
