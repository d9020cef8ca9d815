package io.castile.codec.encoded;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** Writes the elements of one encoded message. Owned by one thread. */
final class EncodedOutput {
  static final Namespace XSI = new Namespace("xsi", XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
  static final Namespace XSD = new Namespace("xsd", XMLConstants.W3C_XML_SCHEMA_NS_URI);

  private static final byte[] QUOTE = {'"'};
  private static final byte[] NIL = Markup.utf8(" xsi:nil=\"true\">");
  private static final byte[] HREF = Markup.utf8(" href=\"#id");
  private static final byte[] REF = Markup.utf8(" soapenc:ref=\"id");
  private static final byte[] ID = Markup.utf8(" soapenc:id=\"id");
  private static final byte[] INDEPENDENT = Markup.utf8("<multiRef id=\"id");
  private static final byte[] ROOT = Markup.utf8("\" soapenc:root=\"0\"");
  private static final byte[] INDEPENDENT_END = Markup.utf8("</multiRef>");

  final XmlWriter xml;
  final EncodingRules rules;
  final EncodedTypes types;
  final CodecContext context;
  private final SharedObjects shared;

  /** The objects by number: whether one is written, or is going to be. */
  private final boolean[] begun;

  private final List<Object> independent = new ArrayList<>(0);
  private final List<EncodedType> independentTypes = new ArrayList<>(0);

  EncodedOutput(
      XmlWriter xml,
      EncodingRules rules,
      EncodedTypes types,
      CodecContext context,
      SharedObjects shared) {
    this.xml = xml;
    this.rules = rules;
    this.types = types;
    this.context = context;
    this.shared = shared;
    this.begun = new boolean[shared.lastId() + 1];
  }

  /** In the open start tag of an element that holds others: what most of these use. */
  private void declareAll() {
    xml.declare(rules.envelope);
    xml.declare(rules.encoding);
    xml.declare(XSI);
    xml.declare(XSD);
  }

  /** Writes an element whose value is of that static type, or null. */
  void element(byte[] open, byte[] close, EncodedType declared, @Nullable Object value) {
    int mark = xml.mark();
    xml.raw(open);
    content(declared, value);
    xml.raw(close);
    xml.release(mark);
  }

  /** Writes an element that stands on its own, and is not referred to: a header block. */
  void block(Markup tag, EncodedType declared, @Nullable Object value) {
    int mark = xml.mark();
    openBlock(tag);
    content(declared, value);
    xml.raw(tag.close);
    xml.release(mark);
  }

  /** Opens the start tag of an element that says how it is encoded. */
  void openBlock(Markup tag) {
    xml.raw(tag.open);
    if (tag.namespace != null) {
      xml.declare(tag.namespace);
    }
    declareAll();
    xml.raw(rules.style);
  }

  private void content(EncodedType declared, @Nullable Object value) {
    if (value == null) {
      xml.raw(NIL);
      return;
    }
    EncodedType type = declared.actual(value, types);
    int id = type.hasIdentity() ? shared.id(value) : 0;
    if (id == 0) {
      body(type, value);
    } else {
      reference(id, type, value);
    }
  }

  private void body(EncodedType type, Object value) {
    type.declare(this);
    type.writeBody(value, this);
  }

  private void reference(int id, EncodedType type, Object value) {
    boolean isFirst = !begun[id];
    begun[id] = true;
    if (rules == EncodingRules.SOAP_1_2 && isFirst) {
      attribute(ID, id);
      body(type, value);
      return;
    }
    if (isFirst) {
      independent.add(value);
      independentTypes.add(type);
    }
    attribute(rules == EncodingRules.SOAP_1_2 ? REF : HREF, id);
    xml.raw(ValueCodec.GT);
  }

  private void attribute(byte[] start, int id) {
    xml.raw(start);
    number(id);
    xml.raw(QUOTE);
  }

  /** Writes the objects that stand on their own, and those that these refer to. */
  void independentElements() {
    for (int i = 0; i < independent.size(); i++) { // which grows
      Object value = independent.get(i);
      int mark = xml.mark();
      xml.raw(INDEPENDENT);
      number(shared.id(value));
      xml.raw(ROOT);
      declareAll();
      xml.raw(rules.style);
      body(independentTypes.get(i), value);
      xml.raw(INDEPENDENT_END);
      xml.release(mark);
    }
  }

  /** Writes a number that is markup: it says how the message is built. */
  void number(int value) {
    xml.raw(Integer.toString(value).getBytes(StandardCharsets.US_ASCII));
  }
}
