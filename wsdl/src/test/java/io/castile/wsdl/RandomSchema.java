package io.castile.wsdl;

import java.util.Random;

/** A schema drawn at random: types of all kinds, in one another, with restrictions and defaults. */
public final class RandomSchema {
  private static final String[] BUILT_IN = {
    "string",
    "token",
    "normalizedString",
    "int",
    "long",
    "short",
    "byte",
    "integer",
    "decimal",
    "negativeInteger",
    "positiveInteger",
    "nonPositiveInteger",
    "unsignedInt",
    "unsignedByte",
    "boolean",
    "double",
    "float",
    "date",
    "dateTime",
    "time",
    "gYear",
    "gYearMonth",
    "gMonth",
    "gMonthDay",
    "gDay",
    "duration",
    "base64Binary",
    "hexBinary",
    "anyURI",
    "language",
    "NCName",
    "NMTOKEN",
    "NMTOKENS",
    "QName",
    "anySimpleType",
    "anyType"
  };

  private static final String[] PATTERNS = {
    "[0-9]{5}",
    "[A-Z]{2}-\\d{1,3}",
    "(a|bc)+d?",
    "[a-z-[aeiou]]+",
    "\\p{Lu}\\p{Ll}*",
    "\\w{3,8}",
    "[^ ]+@[^ ]+",
    "\\d+(\\.\\d{2})?",
    "x{0,3}y",
    "\\i\\c*"
  };

  private static final int TYPES = 5;

  private final Random random;
  private int names;

  public RandomSchema(Random random) {
    this.random = random;
  }

  /** Returns the content of a schema with the elements {@code get} and {@code getResponse}. */
  public String content() {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < TYPES; i++) {
      content.append(complexType(i));
    }
    content.append("<x:element name='head' type='t:T0' abstract='").append(chance(2)).append("'/>");
    content.append("<x:element name='one' type='t:T0' substitutionGroup='t:head'/>");
    content.append("<x:element name='two' type='t:D0' substitutionGroup='t:head'/>");
    content.append("<x:attribute name='global' type='x:int'/>");
    content.append("<x:element name='get'><x:complexType>");
    content.append(group(0, true)).append(attributes()).append("</x:complexType></x:element>");
    return content + "<x:element name='getResponse' type='x:int'/>";
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  /** A type, and one derived from it, without which an abstract one has no values. */
  private String complexType(int number) {
    boolean isAbstract = number > 0 && chance(3);
    String derived =
        "<x:complexType name='D"
            + number
            + "'><x:complexContent><x:extension base='t:T"
            + number
            + "'><x:sequence>"
            + element(number + 1, "d" + number)
            + "</x:sequence></x:extension></x:complexContent></x:complexType>";
    return "<x:complexType name='T"
        + number
        + "'"
        + (isAbstract ? " abstract='true'" : "")
        + (chance(6) ? " mixed='false'" : "")
        + ">"
        + group(number + 1, false)
        + attributes()
        + "</x:complexType>"
        + derived;
  }

  private String occurs(boolean isOptional) {
    return switch (random.nextInt(6)) {
      case 0 -> " maxOccurs='unbounded'";
      case 1 -> " minOccurs='2' maxOccurs='3'";
      case 2 -> isOptional ? " minOccurs='0' maxOccurs='unbounded'" : "";
      case 3 -> isOptional ? " minOccurs='0'" : "";
      default -> "";
    };
  }

  /** A group of elements of types of a higher number, so that required ones come to an end. */
  private String group(int from, boolean isTop) {
    StringBuilder group = new StringBuilder();
    String kind = chance(4) ? "choice" : "sequence";
    group.append("<x:").append(kind).append(isTop ? "" : occurs(true)).append('>');
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      if (chance(6)) {
        group.append(inner(from));
      } else {
        group.append(element(from, "e" + names++));
      }
    }
    if (chance(8) && kind.equals("sequence")) {
      group.append(element(from, "e" + names++).replaceAll(" (min|max)Occurs='[^']*'", ""));
      group.append("<x:any namespace='##other' processContents='lax'/>");
    }
    return group.append("</x:").append(kind).append('>').toString();
  }

  private String inner(int from) {
    String kind = chance(2) ? "choice" : "sequence";
    return "<x:"
        + kind
        + occurs(true)
        + ">"
        + element(from, "e" + names++)
        + element(from, "e" + names++)
        + "</x:"
        + kind
        + ">";
  }

  private String element(int from, String name) {
    String start = "<x:element name='" + name + "'" + occurs(true);
    switch (random.nextInt(6)) {
      case 0 -> {
        if (from < TYPES) {
          int type = from + random.nextInt(TYPES - from);
          return start + " type='t:T" + type + "'/>";
        }
      }
      case 1 -> {
        return start.replaceAll(" minOccurs='[^']*'", "")
            + " minOccurs='0' type='t:T"
            + random.nextInt(TYPES)
            + "'/>"; // perhaps one around it
      }
      case 2 -> {
        return start + ">" + simpleType() + "</x:element>";
      }
      case 3 -> {
        return start + " type='x:int' " + (chance(2) ? "fixed" : "default") + "='7'/>";
      }
      default -> {}
    }
    return start
        + " type='x:"
        + pick(BUILT_IN)
        + "'"
        + (chance(5) ? " nillable='true'" : "")
        + "/>";
  }

  private String attributes() {
    StringBuilder attributes = new StringBuilder();
    if (chance(3)) {
      attributes.append("<x:attribute name='a1' use='required'>");
      attributes.append(simpleType()).append("</x:attribute>");
    }
    if (chance(3)) {
      attributes.append("<x:attribute name='a2' type='x:string' fixed='f'/>");
    }
    if (chance(4)) {
      attributes.append("<x:attribute ref='t:global' use='required'/>");
    }
    return attributes.toString();
  }

  private String simpleType() {
    String restriction =
        switch (random.nextInt(9)) {
          case 0 -> restriction("string", "pattern", pick(PATTERNS));
          case 1 -> restriction("string", "minLength", String.valueOf(random.nextInt(40)));
          case 2 -> restriction("token", "length", String.valueOf(1 + random.nextInt(12)));
          case 3 -> restriction("int", "minInclusive", String.valueOf(random.nextInt(900) - 450));
          case 4 -> restriction("decimal", "maxExclusive", (random.nextInt(900) - 450) + ".5");
          case 5 ->
              restriction("date", "minExclusive", "20" + (10 + random.nextInt(80)) + "-02-28");
          case 6 -> restriction("double", "enumeration", random.nextInt(9) + "E1");
          case 7 -> restriction("hexBinary", "length", String.valueOf(1 + random.nextInt(9)));
          default -> restriction("int", "pattern", chance(3) ? "0[0-9]{3}" : "[1-9][0-9]{3}");
        };
    return switch (random.nextInt(5)) {
      case 0 -> "<x:simpleType><x:list>" + restriction + "</x:list></x:simpleType>";
      case 1 ->
          "<x:simpleType><x:union memberTypes='x:date'>"
              + restriction
              + "</x:union></x:simpleType>";
      default -> restriction;
    };
  }

  private static String restriction(String base, String facet, String value) {
    return "<x:simpleType><x:restriction base='x:"
        + base
        + "'><x:"
        + facet
        + " value='"
        + value
        + "'/></x:restriction></x:simpleType>";
  }
}
