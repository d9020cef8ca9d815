package io.castile.soap.envelope;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.DomWriter;
import io.castile.xml.NameTable;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.DomReader;
import io.castile.xml.internal.XmlInternals;
import io.castile.xml.internal.XmlWindow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Reads the frame of a message, whatever its prefixes: envelope, header, body. Owned by one thread;
 * the steps are called in the order {@link #open}, {@link #openBody}, {@link #close}.
 */
public final class EnvelopeReader {
  /** Takes header blocks. */
  public interface HeaderSink {
    /**
     * Takes one header block, or leaves it.
     *
     * @param in at the start of a header block
     * @return whether the block was read (then {@code in} is at its end) or left for the caller
     */
    boolean take(XmlReader in);
  }

  /** Takes elements with the namespaces that are declared around them. */
  public interface ElementSink {
    /**
     * Reads the element at which the reader stands, to its end, or leaves it.
     *
     * @param scope the namespaces declared around it, by prefix; not to be changed
     * @return whether it was read
     */
    boolean take(Map<String, String> scope);
  }

  private static final byte[] NO_BYTES = {};

  /** The versions that are read, the one that is liked most first. */
  private static final List<SoapVersion> READ = List.of(SoapVersion.SOAP_1_2, SoapVersion.SOAP_1_1);

  /** Header blocks that are named where they are not understood. */
  private static final int MAX_NAMED_BLOCKS = 8;

  private final SoapNames soap11;
  private final SoapNames soap12;
  private final XmlReader in;
  private ReceiverSettings settings;
  private SoapNames names;
  private boolean hasHeaderBlocks;
  private boolean isEncoded;
  private boolean takesEncoded;

  /** The message while it arrives; null where it is there. */
  private @Nullable XmlWindow arriving;

  private PassedOverLog.OfMessage strangers;

  /**
   * @param passedOver is told of the elements and attributes that nothing is made of
   */
  public EnvelopeReader(
      XmlReader in, NameTable table, ReceiverSettings settings, PassedOverLog passedOver) {
    this.in = in;
    this.settings = settings;
    this.strangers = passedOver.new OfMessage();
    this.soap11 = new SoapNames(SoapVersion.SOAP_1_1, table);
    this.soap12 = new SoapNames(SoapVersion.SOAP_1_2, table);
    this.names = soap11; // until an envelope is found
  }

  /** Sets how the messages are read that are opened from now on. */
  public void set(ReceiverSettings receiver, PassedOverLog passedOver) {
    settings = receiver;
    if (!strangers.isOf(passedOver)) {
      strangers = passedOver.new OfMessage();
    }
  }

  public XmlReader xml() {
    return in;
  }

  /** Lets go of the message. */
  public void forget() {
    arriving = null;
    in.reset(NO_BYTES, 0, 0);
  }

  /** Starts on a message, and reads to the envelope's start. */
  public void open(MessageContent content) throws SoapMessageException {
    hasHeaderBlocks = false;
    strangers.begin(null);
    arriving = content.arriving();
    if (arriving == null) {
      in.reset(content.bytes(), 0, content.bytes().length, content.charset());
    } else {
      XmlInternals.reset(in, arriving, content.charset());
    }
    XmlInternals.withAttachments(in, content.parts());
    if (content.deadline() != null) {
      in.withDeadline(content.deadline().nanoTime());
    }
    int event = in.event();
    while (event != XmlReader.START_ELEMENT) {
      event = in.next();
    }
    isEncoded = in.attributeCount() != 0 && SoapEncoding.isNamed(in);
    takesEncoded = false;
    XmlName root = in.name();
    if (root.equals(soap11.envelope)) {
      names = soap11;
    } else if (root.equals(soap12.envelope)) {
      names = soap12;
    } else {
      throw new SoapMessageException(
          SoapFault.of(
              SoapFault.Code.VERSION_MISMATCH,
              "expected Envelope in namespace "
                  + SoapVersion.SOAP_1_1.namespace()
                  + " or "
                  + SoapVersion.SOAP_1_2.namespace()
                  + ", found "
                  + ErrorText.shortened(root.toString())
                  + " at /, byte "
                  + in.offset()),
          FaultBlocks.upgrade(READ),
          null);
    }
  }

  /** The version of the envelope, which {@link #open} has found. */
  public SoapVersion version() {
    return names.version;
  }

  /** Whether there was any header block. */
  public boolean hasHeaderBlocks() {
    return hasHeaderBlocks;
  }

  public boolean atFault() {
    return in.event() == XmlReader.START_ELEMENT && in.name().equals(names.fault);
  }

  /**
   * Reads the header, and goes to the body's element.
   *
   * @param headers takes the header blocks; null to pass over all without a check
   * @return the name of the body's element; null if the body is empty (then at the body's end)
   */
  public @Nullable XmlName openBody(@Nullable HeaderSink headers) throws SoapMessageException {
    XmlName child = in.nextChild(names.body);
    if (child != null && child.equals(names.header)) {
      readHeader(headers);
      child = in.nextChild(names.body);
    }
    if (child == null || !child.equals(names.body)) {
      throw in.unexpected(
          "element Body in namespace " + names.version.namespace(),
          child == null ? "the end of Envelope" : "element " + child);
    }
    isEncoded |= in.attributeCount() != 0 && SoapEncoding.isNamed(in);
    return in.nextChild(null);
  }

  /**
   * At the element of the body that is going to be read as a message of the operation: what the
   * values leave is told.
   *
   * @param operation told by its {@code toString}
   * @param encoded whether messages of the operation are in SOAP encoding
   * @throws XmlDataException if this one is, and they are not
   * @throws SoapMessageException if it is of another version than the one that is read
   */
  public void beginValues(Object operation, boolean encoded) throws SoapMessageException {
    takesEncoded = encoded;
    boolean saysEncoded = isEncoded || in.attributeCount() != 0 && SoapEncoding.isNamed(in);
    checkVersion();
    if (arriving != null) {
      arriving.release();
    }
    strangers.begin(operation);
    if (saysEncoded && !encoded) {
      strangers.encodingStyle(in);
    }
    XmlInternals.withPassedOver(in, strangers).withEmptyAsZero(settings.emptyNumbersAsZero());
  }

  /**
   * After {@link #open}: refuses a message that is not of the one version that is read.
   *
   * @throws SoapMessageException if it is of another one
   */
  public void checkVersion() throws SoapMessageException {
    SoapVersion only = settings.onlyVersion();
    if (only != null && only != names.version) {
      throw new SoapMessageException(
          SoapFault.of(
              SoapFault.Code.VERSION_MISMATCH,
              "expected a message of " + only + ", found one of " + names.version),
          FaultBlocks.upgrade(List.of(only)),
          null);
    }
  }

  /** Before a header block that is a part of the operation's message: what it leaves is told. */
  public void beginBlock(@Nullable Object operation) {
    strangers.begin(operation);
    XmlInternals.withPassedOver(in, strangers);
  }

  /** After such a block; others may be ignored (SOAP 1.1 §4.2.3; 1.2 part 1 §2.6). */
  public void endBlock() {
    XmlInternals.withPassedOver(in, null);
  }

  /** Before an entry of a fault's detail: what the exception leaves is told. */
  public void beginDetail(Object operation) {
    strangers.beginFault(operation);
    XmlInternals.withPassedOver(in, strangers);
  }

  private void readHeader(@Nullable HeaderSink headers) throws SoapMessageException {
    List<QName> unknown = null;
    while (in.nextChild(null) != null) {
      hasHeaderBlocks = true;
      if (headers == null) {
        in.skipElement();
      } else {
        boolean must = mustUnderstand();
        XmlName name = in.name();
        if (!headers.take(in)) {
          if (must && (unknown == null || unknown.size() < MAX_NAMED_BLOCKS)) {
            unknown = unknown == null ? new ArrayList<>() : unknown;
            unknown.add(name.toQName());
          }
          in.skipElement();
        }
      }
    }
    if (unknown != null) {
      throw notUnderstood(unknown);
    }
  }

  /** After {@link #open}: the whole message. */
  public Element envelope() {
    Element envelope = DomReader.readSelfContained(in);
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return envelope;
  }

  /** After {@link #open}: the header blocks that are for this receiver, in their order. */
  public List<SoapHeader> headers() {
    List<SoapHeader> headers = new ArrayList<>();
    XmlName child = in.nextChild(names.body);
    if (child == null || !child.equals(names.header)) {
      return headers;
    }
    while (in.nextChild(null) != null) {
      boolean must = mustUnderstand();
      if (isForReceiver()) {
        headers.add(SoapHeader.received(DomReader.readSelfContained(in), must));
      } else {
        in.skipElement();
      }
    }
    return headers;
  }

  /**
   * After {@link #open}: the message with more blocks at the end of its header.
   *
   * @param bytes the message, in UTF-8, so that the reader's offsets are its own
   */
  public byte[] withHeaders(byte[] bytes, List<SoapHeader> more) {
    XmlWriter out = new XmlWriter(bytes.length + 1024);
    String tag = in.prefix().isEmpty() ? "Header" : in.prefix() + ":Header";
    XmlName child = in.nextChild(names.body);
    int start = in.offset(); // of the header, or where it is to be
    boolean hasHeader = child != null && child.equals(names.header);
    if (hasHeader) {
      while (in.nextChild(null) != null) {
        in.skipElement();
      }
    }
    int end = in.offset();
    boolean open = hasHeader && end > start && bytes[end] == '<' && bytes[end + 1] == '/';
    out.raw(bytes, 0, open ? end : start);
    if (!open) {
      out.raw(('<' + tag + '>').getBytes(StandardCharsets.UTF_8));
    }
    for (SoapHeader header : more) {
      header.write(out, names.version);
    }
    if (!open) {
      out.raw(("</" + tag + '>').getBytes(StandardCharsets.UTF_8));
    }
    if (hasHeader && !open) {
      in.nextChild(names.body);
      end = in.offset(); // of the body: the header was an empty-element tag
    }
    out.raw(bytes, end, bytes.length - end);
    return out.toByteArray();
  }

  /**
   * After {@link #open}: goes to the element in the body, or to the end of an empty body, without a
   * look at header blocks.
   *
   * @return the namespaces declared around it, by prefix
   */
  Map<String, String> toPayload() {
    return toPayload(scope -> false);
  }

  /**
   * Goes from {@link #open} to the element in the body, past the header blocks.
   *
   * @param headers is offered the header blocks that are for this receiver
   */
  public Map<String, String> toPayload(ElementSink headers) {
    Map<String, String> scope = new HashMap<>();
    addDeclarations(scope);
    XmlName child = in.nextChild(names.body);
    if (child != null && child.equals(names.header)) {
      Map<String, String> inHeader = new HashMap<>(scope);
      addDeclarations(inHeader);
      while (in.nextChild(null) != null) {
        if (!isForReceiver() || !headers.take(inHeader)) {
          in.skipElement();
        }
      }
      child = in.nextChild(names.body);
    }
    if (child == null || !child.equals(names.body)) {
      throw in.unexpected("element Body", child == null ? "the end" : "element " + child);
    }
    addDeclarations(scope);
    in.nextChild(null);
    return scope;
  }

  /**
   * Reads a fault to its end; the reader stands at it.
   *
   * @param scope the namespaces declared around it, by prefix
   * @param entries is offered the entries of its detail
   */
  public void readDetail(Map<String, String> scope, ElementSink entries) {
    Map<String, String> inFault = new HashMap<>(scope);
    addDeclarations(inFault);
    while (in.nextChild(null) != null) {
      if (!in.name().equals(names.faultDetail)) {
        in.skipElement();
        continue;
      }
      Map<String, String> inDetail = new HashMap<>(inFault);
      addDeclarations(inDetail);
      while (in.nextChild(null) != null) {
        if (!entries.take(inDetail)) {
          in.skipElement();
        }
      }
    }
  }

  /**
   * After {@link #open}: the element in the body as a document of its own, in UTF-8; null where the
   * body is empty. The message is read to its end.
   *
   * @param bytes the message, if it is in UTF-8, so that the reader's offsets are its own; else
   *     null
   * @param operation of which it is a message, told by its {@code toString}
   */
  public byte @Nullable [] payload(byte @Nullable [] bytes, Object operation) {
    strangers.begin(operation);
    Map<String, String> scope = toPayload();
    byte[] payload = null;
    if (in.event() == XmlReader.START_ELEMENT) {
      payload =
          bytes == null ? DomWriter.toBytes(DomReader.readSelfContained(in)) : slice(bytes, scope);
    }
    boolean isStart = in.event() == XmlReader.START_ELEMENT; // of a further element
    while (in.event() != XmlReader.END_DOCUMENT) {
      if (isStart && in.depth() == 3) {
        strangers.sibling(in);
      } else if (isStart && in.depth() == 2 && names == soap12) {
        throw in.unexpected("the end of Envelope", "element " + in.name());
      }
      isStart = in.next() == XmlReader.START_ELEMENT;
    }
    return payload;
  }

  /** The current element with the declarations around it; the reader goes behind its end. */
  private byte[] slice(byte[] bytes, Map<String, String> scope) {
    int start = in.offset();
    String qualified = (in.prefix().isEmpty() ? "" : in.prefix() + ':') + in.name().local();
    int nameEnd = start + 1 + qualified.getBytes(StandardCharsets.UTF_8).length;
    XmlWriter out = new XmlWriter();
    for (int i = 0; i < in.namespaceCount(); i++) {
      scope.remove(in.namespacePrefix(i));
    }
    out.raw(bytes, start, nameEnd - start);
    StringBuilder declarations = new StringBuilder();
    scope.forEach(
        (prefix, uri) ->
            declarations
                .append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix)
                .append("=\"")
                .append(uri.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"))
                .append('"'));
    out.raw(declarations.toString().getBytes(StandardCharsets.UTF_8));
    in.skipElement();
    in.next();
    out.raw(bytes, nameEnd, in.offset() - nameEnd);
    return out.toByteArray();
  }

  /** Adds the namespaces declared on the current element. */
  private void addDeclarations(Map<String, String> scope) {
    for (int i = 0; i < in.namespaceCount(); i++) {
      scope.put(in.namespacePrefix(i), in.namespaceUri(i));
    }
  }

  private boolean mustUnderstand() {
    int index = in.attributeIndex(names.mustUnderstand);
    return index >= 0 && in.attribute(index).toBoolean() && isForReceiver();
  }

  private boolean isForReceiver() {
    int role = in.attributeIndex(names.role);
    String said = role < 0 ? "" : in.attribute(role).toToken();
    return names.version.addressesReceiver(said) || settings.roles().contains(said);
  }

  private SoapMessageException notUnderstood(List<QName> blocks) {
    StringJoiner shown = new StringJoiner(", ");
    blocks.forEach(block -> shown.add(ErrorText.shortened(block.toString())));
    String reason =
        blocks.size() == 1
            ? "header block " + shown + " must be understood and is not"
            : "header blocks " + shown + " must be understood and are not";
    return new SoapMessageException(
        SoapFault.of(SoapFault.Code.MUST_UNDERSTAND, reason),
        names == soap12 ? FaultBlocks.notUnderstood(blocks) : List.of(),
        null);
  }

  /**
   * Reads from the end of the body's element (or of an empty body) to the end of the document. What
   * follows the first element of the body is passed over, which is told. Elements after the body
   * are allowed by SOAP 1.1 §4 and refused by SOAP 1.2 part 1 §5.1.
   */
  public void close() {
    if (in.depth() > 2) {
      passSiblings();
    }
    XmlName child = in.nextChild(null);
    while (child != null) {
      if (names == soap12) {
        throw in.unexpected("the end of Envelope", "element " + child);
      }
      in.skipElement();
      child = in.nextChild(null);
    }
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
  }

  private void passSiblings() {
    while (in.nextChild(null) != null) {
      if (!takesEncoded && in.attributeCount() != 0 && SoapEncoding.isNamed(in)) {
        throw SoapEncoding.refused(in, "an element with an encodingStyle that names it");
      }
      if (!takesEncoded) {
        strangers.sibling(in);
      }
      in.skipElement();
    }
  }

  /** Names for a message: no more than a few. */
  public static String listed(List<QName> names) {
    int shown = Math.min(names.size(), 12);
    StringBuilder text = new StringBuilder();
    for (QName name : names.subList(0, shown)) {
      text.append(text.length() == 0 ? "" : ", ").append(name);
    }
    return text + (shown < names.size() ? " and " + (names.size() - shown) + " more" : "");
  }
}
