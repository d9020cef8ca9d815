package io.castile.soap.wsdl;

import io.castile.soap.model.internal.SchemaAnnotations;
import io.castile.xml.datatype.XsdTemporal;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.transform.Result;
import javax.xml.transform.stream.StreamResult;
import org.glassfish.jaxb.runtime.api.JAXBRIContext;
import org.glassfish.jaxb.runtime.api.TypeReference;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a service's bound classes, as the reference implementation of Jakarta XML Binding
 * makes them, and the schema names of Java types.
 */
final class SchemaTypes {
  private static final Pattern LOCATION = Pattern.compile("schemaLocation=\"[^\"]*?xsd(\\d+)\"");

  /** The start tag of a schema: without its end, with the prefix, and the slash of an empty one. */
  private static final Pattern START = Pattern.compile("(<((?:\\w+:)?)schema\\b[^>]*?)(/?)>");

  private static final QName ANY_TYPE = new QName(WsdlGenerator.SCHEMA_NAMESPACE, "anyType");

  private final JAXBRIContext context;

  /** The schemas by namespace: the query under which each is served, and its text. */
  private final Map<String, Schema> schemas = new LinkedHashMap<>();

  private final List<Schema> included = new ArrayList<>();

  /** A schema document. */
  record Schema(String query, String text) {}

  /** A global element of a bound type, which the messages refer to. */
  record GlobalElement(QName name, Type type, List<Annotation> annotations) {}

  /**
   * @param defaultNamespace the namespace of types for which no annotation gives one
   */
  SchemaTypes(
      String defaultNamespace,
      List<Class<?>> bound,
      List<GlobalElement> elements,
      List<Type> others) {
    Set<Class<?>> classes = new LinkedHashSet<>(bound);
    List<TypeReference> references = new ArrayList<>();
    for (GlobalElement element : elements) {
      addArray(element.type(), classes);
      references.add(reference(element));
    }
    others.forEach(type -> addArray(type, classes));
    try {
      context =
          JAXBRIContext.newInstance(
              classes.toArray(new Class<?>[0]),
              references,
              Map.of(),
              defaultNamespace,
              false,
              new SchemaAnnotations());
      generate();
    } catch (JAXBException e) {
      throw new IllegalStateException("Cannot make a schema of " + classes + ": " + e, e);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
  }

  private static TypeReference reference(GlobalElement element) {
    return new TypeReference(
        element.name(), element.type(), element.annotations().toArray(new Annotation[0]));
  }

  private static void addArray(Type type, Set<Class<?>> classes) {
    if (standIn(type) instanceof Class<?> known && known.isArray() && known != byte[].class) {
      classes.add(known);
    }
  }

  /**
   * A type that the reference implementation knows for an array of what only our codecs bind: of
   * the same schema type, or of any simple type.
   */
  private static Type standIn(Type type) {
    XsdTemporal item =
        type instanceof Class<?> known && known.isArray()
            ? XsdTemporal.of(known.getComponentType())
            : null;
    if (item == null) {
      return type;
    }
    return switch (item.schemaType()) {
      case "dateTime" -> Calendar[].class;
      case "duration" -> Duration[].class;
      default -> XMLGregorianCalendar[].class;
    };
  }

  /**
   * The schema type of a class that only our codecs bind; null where the reference implementation
   * knows the type.
   */
  static @Nullable QName ownName(Type type, List<Annotation> annotations) {
    XsdTemporal form = type instanceof Class<?> known ? XsdTemporal.of(known) : null;
    boolean adapted =
        annotations.stream().anyMatch(a -> a.annotationType() == XmlJavaTypeAdapter.class);
    return form == null || adapted
        ? null
        : new QName(WsdlGenerator.SCHEMA_NAMESPACE, form.schemaType());
  }

  private void generate() throws IOException {
    Map<String, StringWriter> texts = new LinkedHashMap<>();
    context.generateSchema(
        new SchemaOutputResolver() {
          @Override
          public @Nullable Result createOutput(String namespace, String suggestedName) {
            if (namespace.equals(WsdlGenerator.SCHEMA_NAMESPACE)) {
              return null; // the stand-ins of SchemaAnnotations
            }
            StringWriter text = new StringWriter();
            texts.put(namespace, text);
            StreamResult result = new StreamResult(text);
            result.setSystemId("xsd" + texts.size());
            return result;
          }
        });
    int count = 0;
    for (Map.Entry<String, StringWriter> entry : texts.entrySet()) {
      String text = located(SchemaAnnotations.resolved(entry.getValue().toString()));
      schemas.put(entry.getKey(), new Schema("xsd=" + ++count, text));
    }
  }

  /**
   * The references between schemas as queries of the service's address. Schemas that stand
   * elsewhere are referred to where they are: those of {@code xmime:expectedContentTypes} and of
   * references to attachments.
   */
  private static String located(String schema) {
    Matcher matcher = LOCATION.matcher(schema);
    StringBuilder text = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(
          text,
          Matcher.quoteReplacement(
              "schemaLocation=\"" + WsdlAddress.PLACEHOLDER + "?xsd=" + matcher.group(1) + '"'));
    }
    return matcher.appendTail(text).toString();
  }

  /** Adds a schema that was made elsewhere; one of its namespace includes it. */
  void add(String namespace, String text) {
    Schema added = new Schema("xsd=" + (schemas.size() + included.size() + 1), text);
    Schema known = schemas.get(namespace);
    if (known == null) {
      schemas.put(namespace, added);
    } else {
      included.add(added);
      schemas.put(namespace, new Schema(known.query(), including(known.text(), added.query())));
    }
  }

  /** A schema that includes another one before all else. */
  private static String including(String schema, String query) {
    Matcher start = START.matcher(schema);
    if (!start.find()) {
      throw new IllegalStateException("expected a schema, found " + schema);
    }
    String prefix = start.group(2);
    String include =
        "<" + prefix + "include schemaLocation=\"" + WsdlAddress.PLACEHOLDER + "?" + query + "\"/>";
    boolean isEmpty = !start.group(3).isEmpty();
    return schema.substring(0, start.end(1))
        + ">"
        + include
        + (isEmpty ? "</" + prefix + "schema>" : "")
        + schema.substring(start.end());
  }

  /** The schemas that others include. */
  List<Schema> included() {
    return included;
  }

  /** The schemas by namespace. */
  Map<String, Schema> schemas() {
    return schemas;
  }

  /** The schema type of a Java type; {@code xs:anyType} for a type that has no name. */
  QName typeName(Type type, List<Annotation> annotations) {
    QName own = ownName(type, annotations);
    if (own != null) {
      return own;
    }
    GlobalElement part = new GlobalElement(new QName("part"), standIn(type), annotations);
    QName name = context.getTypeName(reference(part));
    return name == null ? ANY_TYPE : name;
  }
}
