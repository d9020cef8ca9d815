package io.castile.codec.encoded;

import io.castile.codec.BindingException;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.NameTable;
import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The types of a description, for callers without classes: structs are maps by the names of their
 * accessors, arrays are lists, texts are values of the classes that Jakarta XML Binding has for
 * them. Thread-safe.
 *
 * <p>A map says by {@value #TYPE} which type it has, in Clark notation, where that is not the
 * declared one.
 */
public final class DescribedTypes extends EncodedTypes {
  /** The key of the type of a struct. */
  public static final String TYPE = "@xsi:type";

  private final Described.Source source;
  private final NameTable names;
  private final Map<Described, EncodedType> types = new IdentityHashMap<>(); // Guarded by itself.
  private final Map<EncodedType, EncodedType> arrays = new ConcurrentHashMap<>();
  private final EncodedType anyMap;

  /**
   * @param source finds the types that messages name
   * @param names by which readers of the messages tell names
   */
  public DescribedTypes(Described.Source source, NameTable names) {
    this.source = source;
    this.names = names;
    this.anyMap = new MapType(Map.class, new QName(APACHE, "Map"), namespace(APACHE), any(), any());
  }

  /**
   * Returns the codec of a message.
   *
   * @param name of the element around the parts
   * @param parts in their order
   * @param hasResult whether the first part is the result of an operation, which is known by its
   *     place, whatever its name (SOAP 1.1 §7.1)
   */
  public EncodedMessage message(QName name, List<Described.Field> parts, boolean hasResult) {
    List<EncodedMessage.Part> planned = new ArrayList<>();
    for (Described.Field part : parts) {
      planned.add(
          new EncodedMessage.Part(
              markup(part.name()), planned.size(), of(part.type()), part.isNillable()));
    }
    return new EncodedMessage(name, tag(name), planned, List.of(), hasResult, this);
  }

  /** Returns the codec of an element with a value. */
  public EncodedElement element(QName name, Described type) {
    return new EncodedElement(name, tag(name), of(type), this);
  }

  private Markup tag(QName name) {
    XmlName element = names.intern(name.getNamespaceURI(), name.getLocalPart());
    return new Markup(element, namespaceOf(name));
  }

  Markup markup(String accessor) {
    return new Markup(names.intern("", accessor), null);
  }

  // ---- types ----

  EncodedType of(Described described) {
    synchronized (types) {
      EncodedType known = types.get(described);
      if (known == null) {
        types.put(described, any()); // what an array of itself is an array of
        known = made(described);
        types.put(described, known);
      }
      return known;
    }
  }

  private EncodedType made(Described described) {
    if (described instanceof Described.Struct struct) {
      return new RecordType(struct, namespaceOf(struct.name), this);
    }
    if (described instanceof Described.Array array) {
      return arrayOf(of(array.item()));
    }
    if (described instanceof Described.Simple simple) {
      return new SimpleEncoded(simple.type, simple.name, namespaceOf(simple.name));
    }
    return described == Described.AnyMap.INSTANCE ? anyMap : any();
  }

  @Override
  EncodedType arrayOf(EncodedType item) {
    EncodedType known = arrays.get(item);
    if (known == null) {
      EncodedType made = new ArrayType(new ArrayShape(List.class), item, this);
      known = arrays.putIfAbsent(item, made);
      known = known == null ? made : known;
    }
    return known;
  }

  @Override
  EncodedType builtIn(String local, SimpleType type) {
    boolean isNamed = source.namesTypes();
    QName name = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, local);
    return isNamed && source.type(name) instanceof Described.Simple own ? of(own) : simple(type);
  }

  /** Whether values that are read say their types. */
  boolean namesTypes() {
    return source.namesTypes();
  }

  @Override
  @Nullable EncodedType ownType(QName name) {
    Described found = source.type(name);
    return found == null ? null : of(found);
  }

  @Override
  EncodedType anyMap() {
    return anyMap;
  }

  @Override
  EncodedType anyList() {
    return arrayOf(any());
  }

  /** The struct that a value says it is. */
  RecordType derived(RecordType declared, String named) {
    RecordType found = record(named);
    if (found == null || !found.described.isDerivedFrom(declared.described)) {
      throw new BindingException(
          "expected the name of a type derived from "
              + declared.describe()
              + " in '"
              + TYPE
              + "', found '"
              + named
              + "'");
    }
    return found;
  }

  private @Nullable RecordType record(String named) {
    try {
      return ofName(QName.valueOf(named)) instanceof RecordType record ? record : null;
    } catch (IllegalArgumentException e) {
      return null; // no name in Clark notation
    }
  }

  @Override
  EncodedType ofValue(Object value, EncodedType declared) {
    if (value instanceof Map<?, ?> map) {
      Object named = map.get(TYPE);
      RecordType record = named == null ? null : record(named.toString());
      if (named != null && record == null) {
        throw new BindingException(
            "expected the name of a struct in '" + TYPE + "', found '" + named + "'");
      }
      return record == null ? anyMap : record;
    }
    if (value instanceof List) {
      return anyList();
    }
    if (value instanceof Described.Typed typed) {
      EncodedType said = ofName(typed.name());
      if (said instanceof SimpleEncoded simple) {
        return typed.name().equals(simple.name)
            ? simple
            : simple(new Leaf(simple.type, typed.name())); // of values that have one class
      }
      throw new BindingException(
          "expected the name of a simple type, found '" + typed.name() + "'");
    }
    SimpleType simple = SimpleTypes.of(value.getClass());
    simple = simple == null ? SimpleTypes.ofSubclass(value.getClass()) : simple;
    if (simple == null) {
      throw new BindingException(
          "expected a map, a list, or a value of a simple type, found a "
              + value.getClass().getName());
    }
    return simple(simple);
  }
}
