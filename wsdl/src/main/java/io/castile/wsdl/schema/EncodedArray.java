package io.castile.wsdl.schema;

import com.sun.tools.rngdatatype.ValidationContext;
import com.sun.xml.xsom.ForeignAttributes;
import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSType;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The item type and dimensions of an array in SOAP's encodings (SOAP 1.1 §5.4.2, WSDL 1.1 §2.2).
 */
public final class EncodedArray {
  static final Set<String> ENCODINGS =
      Set.of(
          "http://schemas.xmlsoap.org/soap/encoding/", "http://www.w3.org/2003/05/soap-encoding");

  private static final int MAX_DIMENSIONS = 16;
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

  private EncodedArray() {}

  /** Whether a type is an array of an encoding, or derived from one. */
  public static boolean is(XSComplexType type) {
    XSType each = type;
    while (each.getBaseType() != each) {
      if (each.getName() != null
          && each.getName().equals("Array")
          && ENCODINGS.contains(each.getTargetNamespace())) {
        return true;
      }
      each = each.getBaseType();
    }
    return false;
  }

  /**
   * Returns the name of the items' type, with brackets for each further dimension; null where the
   * type does not say.
   */
  public static @Nullable QName itemType(XSComplexType array) {
    for (XSAttributeUse use : array.getAttributeUses()) {
      QName named = arrayType(use);
      if (named != null) {
        return named;
      }
    }
    XSParticle particle = array.getContentType().asParticle();
    if (particle == null || !particle.getTerm().isModelGroup()) {
      return null;
    }
    for (XSParticle child : particle.getTerm().asModelGroup().getChildren()) {
      if (child.getTerm().isElementDecl()) {
        XSType item = child.getTerm().asElementDecl().getType();
        return item.getName() == null ? null : new QName(item.getTargetNamespace(), item.getName());
      }
    }
    return null;
  }

  /** The value of {@code wsdl:arrayType} without the last dimension. */
  private static @Nullable QName arrayType(XSAttributeUse use) {
    for (ForeignAttributes attributes : use.getForeignAttributes()) {
      String value = attributes.getValue(WSDL, "arrayType");
      if (value != null) {
        if (value.chars().filter(c -> c == '[' || c == ',').count() > MAX_DIMENSIONS) {
          return null; // of which nothing is said
        }
        String item = value.strip().replaceFirst("\\[[0-9]*]$", "").replaceFirst(",[0-9]*]$", "]");
        int colon = item.indexOf(':');
        ValidationContext context = attributes.getContext();
        String namespace =
            context.resolveNamespacePrefix(colon < 0 ? "" : item.substring(0, colon));
        return new QName(namespace == null ? "" : namespace, item.substring(colon + 1));
      }
    }
    return null;
  }
}
