package io.castile.codec.encoded;

import io.castile.codec.binding.Types;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Dom;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.DomReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Reads the elements of one encoded message, and joins references with what they refer to, wherever
 * that stands. Owned by one thread.
 *
 * <p>A value that is referred to before it is read is {@link #PENDING}; the code that gets it says
 * by {@link #later} where the value goes.
 */
final class EncodedInput {
  /** Stands for a value that is not known yet. */
  static final Object PENDING = new Object();

  /** So many items of arrays may be absent from one message, which need room all the same. */
  private static final int MAX_ABSENT = 1_000_000;

  /** So many elements may say nothing of their types before anything refers to them. */
  private static final int MAX_UNTYPED = 10_000;

  private static final int MAX_COPIED = 64 << 20;

  private static final String OLD_XSI = "http://www.w3.org/1999/XMLSchema-instance";
  private static final String OLDER_XSI = "http://www.w3.org/2000/10/XMLSchema-instance";

  XmlReader xml;
  final EncodedTypes types;
  final CodecContext context;
  private final Map<String, Known> known = new HashMap<>(0);
  private final Map<String, Fixup> waiting = new LinkedHashMap<>(0);
  private int absent;
  private long copied; // bytes of elements that were read by what refers to them

  /** Elements that say nothing of themselves, by identifier, and those that are referred to now. */
  private final Map<String, Element> untyped = new HashMap<>(0);

  /** The identifiers of elements to which nothing refers. */
  private final Set<String> passedOver = new HashSet<>(0);

  private final Deque<String> ready = new ArrayDeque<>(0);

  // What the element says of itself that was looked at last.
  private @Nullable String id;
  private @Nullable String reference;
  private @Nullable XmlName type;
  private @Nullable ArrayHeader array;
  private @Nullable String offset;
  private @Nullable String position;
  private boolean isNil;

  /** The name of {@code xsi:type} in this message; null until it is met. */
  private @Nullable XmlName typeAttribute;

  // The name of a type that was looked up last, and what was found.
  private @Nullable XmlName namedLast;
  private @Nullable EncodedType foundLast;

  /** The reference for which {@link #read} has returned {@link #PENDING}. */
  private @Nullable String pending;

  /** A value that can be referred to, and the type by which it was read. */
  private record Known(@Nullable Object value, EncodedType type) {}

  /**
   * A place that waits for a value; the next of the same value.
   *
   * @param expected the type that this place and those after it expect
   */
  private record Fixup(
      Target target,
      Object holder,
      int index,
      EncodedType declared,
      EncodedType expected,
      String element,
      long offset,
      @Nullable Fixup next) {}

  EncodedInput(XmlReader xml, EncodedTypes types, CodecContext context) {
    this.xml = xml;
    this.types = types;
    this.context = context;
  }

  /** Reads the element at which the reader stands; null for nil, or {@link #PENDING}. */
  @Nullable Object read(EncodedType declared) {
    look();
    return readLookedAt(declared);
  }

  /** Reads the element at which the reader stands as a part of a message, now or later. */
  void readInto(EncodedMessage.Part part, @Nullable Object[] values) {
    Object value = read(part.type());
    if (value == PENDING) {
      later(pending(), part.type(), part, values, 0);
    } else {
      part.set(values, value);
    }
  }

  /** Like {@link #read}, of an element that was looked at. */
  @Nullable Object readLookedAt(EncodedType declared) {
    if (reference != null) {
      if (id != null) {
        throw xml.unexpected("an element that is one, or refers to one", "an id and a reference");
      }
      return refer(reference, declared);
    }
    if (isNil) {
      define(id, null, declared);
      xml.skipElement();
      return null;
    }
    EncodedType actual = type == null && array == null ? declared : narrowed(declared);
    Object value = actual.read(this, id);
    if (actual != declared) {
      actual.nameIn(value);
    }
    return value;
  }

  /** Takes in what the attributes of the element say. */
  void look() {
    id = null;
    reference = null;
    type = null;
    array = null;
    offset = null;
    position = null;
    isNil = false;
    int count = xml.attributeCount();
    String itemType = null;
    String arraySize = null;
    for (int i = 0; i < count; i++) {
      XmlName name = xml.attributeName(i);
      if (name == typeAttribute) { // the one that most elements have
        type = xml.attribute(i).toXmlName();
        continue;
      }
      String uri = name.uri();
      String local = name.local();
      if (uri.isEmpty()) {
        if (local.equals("id")) {
          id = xml.attribute(i).toToken();
        } else if (local.equals("href")) {
          reference = local(xml.attribute(i).toToken());
        }
      } else if (uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)
          || uri.equals(OLD_XSI)
          || uri.equals(OLDER_XSI)) {
        if (local.equals("type")) {
          typeAttribute = name;
          type = xml.attribute(i).toXmlName();
        } else if (local.equals("nil") || local.equals("null")) {
          isNil = xml.attribute(i).toBoolean();
        }
      } else if (EncodingRules.isEncoding(uri)) {
        switch (local) {
          case "id" -> id = xml.attribute(i).toToken();
          case "ref" -> reference = xml.attribute(i).toToken();
          case "arrayType" -> array = ArrayHeader.parse(xml.attribute(i).toToken(), xml);
          case "itemType" -> itemType = xml.attribute(i).toToken();
          case "arraySize" -> arraySize = xml.attribute(i).toToken();
          case "offset" -> offset = xml.attribute(i).toToken();
          case "position" -> position = xml.attribute(i).toToken();
          default -> {} // root, nodeType: they say nothing that is not seen
        }
      }
    }
    if (itemType != null || arraySize != null) {
      array = ArrayHeader.parse(itemType, arraySize, xml);
    }
  }

  private String local(String reference) {
    if (!reference.startsWith("#")) {
      throw xml.unexpected("a reference to an element, such as '#id1'", "'" + reference + "'");
    }
    return reference.substring(1);
  }

  /** The type of the element, which says of itself what it is. */
  private EncodedType narrowed(EncodedType declared) {
    XmlName named = type;
    if (named != null && isNameOf(declared, named)) {
      return declared;
    }
    EncodedType said = named == null ? null : ofName(named);
    if (said == null && array != null) {
      said = types.arrayOf(items(array));
    }
    if (said != null) {
      return declared.narrowed(said, this);
    }
    if (declared == types.any() && named != null) {
      if (EncodingRules.isEncoding(named.uri()) && named.local().equals("Array")) {
        return types.arrayOf(types.any());
      }
      if (!named.uri().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
        throw xml.unexpected(
            "a type that is known here", "xsi:type " + new QName(named.uri(), named.local()));
      }
    }
    return declared; // which knows the content; each sender names arrays, for instance, as it likes
  }

  private boolean isNameOf(EncodedType declared, XmlName named) {
    QName own = declared.name;
    return own != null
        && declared != types.any()
        && own.getLocalPart().equals(named.local())
        && own.getNamespaceURI().equals(named.uri());
  }

  private @Nullable EncodedType ofName(XmlName named) {
    if (named != namedLast) {
      foundLast = types.ofName(new QName(named.uri(), named.local()));
      namedLast = named;
    }
    return foundLast;
  }

  /**
   * Whether the element that was looked at is a value of a simple type and nothing else: not nil,
   * no reference, nothing that can be referred to, and in its place.
   */
  boolean isPlain(EncodedType simple) {
    XmlName named = type;
    return reference == null
        && id == null
        && !isNil
        && array == null
        && position == null
        && (named == null || isNameOf(simple, named) || ofName(named) instanceof SimpleEncoded);
  }

  private EncodedType items(ArrayHeader header) {
    EncodedType item = header.item() == null ? null : types.ofName(header.item());
    item = item == null ? types.any() : item;
    int dimensions = header.rank() - 1;
    for (int rank : header.ranks()) {
      dimensions += rank;
    }
    for (int i = 0; i < dimensions; i++) {
      item = types.arrayOf(item);
    }
    return item;
  }

  /** Returns the array header of the element that was looked at. */
  ArrayHeader arrayHeader() {
    return array == null ? ArrayHeader.NOTHING : array;
  }

  /** The place of the first item that is in the message. */
  int offset(ArrayHeader header) {
    return offset == null ? 0 : header.place(offset, xml);
  }

  /** The place of the item that was looked at; -1 where it does not say. */
  int position(ArrayHeader header) {
    return position == null ? -1 : header.place(position, xml);
  }

  /** Counts items for which there is room in an array, but no element. */
  void countAbsent(long items) {
    absent += (int) Math.min(items, Integer.MAX_VALUE / 2);
    if (absent > MAX_ABSENT) {
      throw xml.unexpected(
          "at most " + MAX_ABSENT + " items of arrays that are not in the message",
          "an array with " + items + " of them");
    }
  }

  // ---- references ----

  private @Nullable Object refer(String reference, EncodedType declared) {
    Known found = known.get(reference);
    if (found == null) {
      pending = reference;
      xml.skipElement();
      return PENDING;
    }
    if (!fits(found, declared)) {
      throw xml.unexpected(declared.describe(), "a reference to a " + found.type.describe());
    }
    xml.skipElement();
    return found.value;
  }

  /** Whether a value may stand where one of the declared type is expected. */
  private boolean fits(Known found, EncodedType declared) {
    if (found.value == null) {
      return true;
    }
    if (!Types.box(declared.javaType()).isInstance(found.value)) {
      return false;
    }
    try {
      declared.narrowed(found.type, this);
      return true;
    } catch (XmlDataException e) {
      return false; // the caller says it, with what refers to it
    }
  }

  /** The reference of the value that is {@link #PENDING}, to be given to {@link #later}. */
  String pending() {
    return Objects.requireNonNull(pending);
  }

  /** Has a value put where it belongs once it is known. */
  void later(String reference, EncodedType declared, Target target, Object holder, int index) {
    Known found = known.get(reference);
    if (found != null) { // it has come since: a part refers to what it is a part of
      if (!fits(found, declared)) {
        throw xml.unexpected(declared.describe(), "a reference to a " + found.type.describe());
      }
      target.set(holder, index, found.value);
      return;
    }
    if (untyped.containsKey(reference)) {
      ready.add(reference);
    }
    Fixup before = waiting.get(reference);
    EncodedType expected = before != null && declared == types.any() ? before.expected : declared;
    waiting.put(
        reference,
        new Fixup(
            target, holder, index, declared, expected, xml.name().local(), xml.offset(), before));
  }

  /**
   * Makes a value known, for those that wait and those that come.
   *
   * @param id null for none
   * @param type by which it was read
   */
  void define(@Nullable String id, @Nullable Object value, EncodedType type) {
    if (id == null) {
      return;
    }
    Known found = new Known(value, type);
    makeKnown(id, found);
    for (Fixup each = waiting.remove(id); each != null; each = each.next) {
      if (!fits(found, each.declared)) {
        throw new XmlDataException(
            "expected "
                + each.declared.describe()
                + ", found a reference to element '"
                + id
                + "', a "
                + type.describe(),
            each.element,
            each.offset);
      }
      each.target.set(each.holder, each.index, value);
    }
  }

  private void makeKnown(String id, Known value) {
    checkOwn(id);
    known.put(id, value);
  }

  // ---- what stands on its own ----

  /**
   * Reads what follows the element of the message, as far as a reference waits for it. Afterwards
   * the reader is at the end of the element's parent.
   */
  void readIndependent() {
    while (xml.nextChild(null) != null) {
      if (waiting.isEmpty()) {
        passOver(identifier());
        continue;
      }
      look();
      EncodedType declared = id == null ? null : expected(id);
      if (id == null) {
        readUnnamed();
      } else if (declared == null && type == null && array == null) {
        keepUntyped(id);
      } else {
        readLookedAt(declared == null ? types.any() : declared);
      }
    }
    readUntyped();
    if (!waiting.isEmpty()) {
      Map.Entry<String, Fixup> missing = waiting.entrySet().iterator().next();
      throw new XmlDataException(
          "expected an element with id '"
              + missing.getKey()
              + "', to which this refers, found none in the message",
          missing.getValue().element,
          missing.getValue().offset);
    }
  }

  /**
   * Passes over an element to which nothing refers; it must not be another one by an identifier to
   * which something does refer.
   */
  private void passOver(@Nullable String own) {
    if (own != null) {
      checkOwn(own);
      passedOver.add(own);
    }
    xml.skipElement();
  }

  /** The identifier of the element at which the reader stands; null for none. */
  private @Nullable String identifier() {
    for (int i = 0; i < xml.attributeCount(); i++) {
      XmlName name = xml.attributeName(i);
      boolean mayBe = name.uri().isEmpty() || EncodingRules.isEncoding(name.uri());
      if (mayBe && name.local().equals("id")) {
        return xml.attribute(i).toToken();
      }
    }
    return null;
  }

  private void checkOwn(String own) {
    if (known.containsKey(own) || untyped.containsKey(own) || passedOver.contains(own)) {
      throw xml.unexpected("an identifier of its own", "'" + own + "', which another element has");
    }
  }

  private void keepUntyped(String own) {
    if (untyped.size() >= MAX_UNTYPED) {
      throw xml.unexpected(
          "at most " + MAX_UNTYPED + " elements that say nothing of their types", "more");
    }
    checkOwn(own);
    untyped.put(own, DomReader.readSelfContained(xml));
  }

  /** An element that nothing refers to may have parts that something refers to. */
  private void readUnnamed() {
    if (type == null && array == null) {
      xml.skipElement();
    } else {
      readLookedAt(types.any());
    }
  }

  /**
   * Reads elements that say nothing of themselves, and stand before what refers to them, by what
   * refers to them.
   */
  private void readUntyped() {
    if (untyped.isEmpty()) {
      return;
    }
    for (String reference : waiting.keySet()) {
      if (untyped.containsKey(reference)) {
        ready.add(reference);
      }
    }
    while (!ready.isEmpty()) {
      String reference = ready.poll();
      EncodedType declared = expected(reference);
      Element element = declared == null ? null : untyped.remove(reference);
      if (declared != null && element != null) {
        readDetached(element, declared);
      }
    }
  }

  private void readDetached(Element element, EncodedType declared) {
    XmlWriter copy = new XmlWriter();
    Dom.write(element, copy);
    copied += copy.size();
    if (copied > MAX_COPIED) {
      throw xml.unexpected(
          "at most " + MAX_COPIED + " bytes of elements that say nothing of their types", "more");
    }
    XmlReader whole = xml;
    xml = new XmlReader().reset(copy.buffer(), 0, copy.size());
    xml.next();
    read(declared);
    xml = whole;
  }

  /** The type that references to an element expect; null where nothing refers to it. */
  private @Nullable EncodedType expected(String id) {
    Fixup first = waiting.get(id);
    return first == null ? null : first.expected;
  }
}
