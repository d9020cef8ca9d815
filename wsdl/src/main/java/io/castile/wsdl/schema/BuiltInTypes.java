package io.castile.wsdl.schema;

import java.util.Set;
import javax.xml.namespace.QName;

/** The types that every schema has (XML Schema part 2 §3). */
final class BuiltInTypes {
  private static final Set<String> NAMES =
      Set.of(
          "anyType",
          "anySimpleType",
          "string",
          "boolean",
          "decimal",
          "float",
          "double",
          "duration",
          "dateTime",
          "time",
          "date",
          "gYearMonth",
          "gYear",
          "gMonthDay",
          "gDay",
          "gMonth",
          "hexBinary",
          "base64Binary",
          "anyURI",
          "QName",
          "NOTATION",
          "normalizedString",
          "token",
          "language",
          "NMTOKEN",
          "NMTOKENS",
          "Name",
          "NCName",
          "ID",
          "IDREF",
          "IDREFS",
          "ENTITY",
          "ENTITIES",
          "integer",
          "nonPositiveInteger",
          "negativeInteger",
          "long",
          "int",
          "short",
          "byte",
          "nonNegativeInteger",
          "unsignedLong",
          "unsignedInt",
          "unsignedShort",
          "unsignedByte",
          "positiveInteger");

  private BuiltInTypes() {}

  static boolean has(ComponentKind kind, QName name) {
    return kind == ComponentKind.TYPE
        && name.getNamespaceURI().equals(Xsd.NAMESPACE)
        && NAMES.contains(name.getLocalPart());
  }
}
