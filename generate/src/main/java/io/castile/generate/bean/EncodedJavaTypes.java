package io.castile.generate.bean;

import com.sun.codemodel.JClass;
import com.sun.codemodel.JCodeModel;
import com.sun.codemodel.JType;
import com.sun.tools.xjc.model.CAdapter;
import com.sun.tools.xjc.model.TypeUse;
import com.sun.tools.xjc.outline.Aspect;
import com.sun.tools.xjc.outline.Outline;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The Java types of what is encoded. */
final class EncodedJavaTypes {
  private final Outline outline;

  EncodedJavaTypes(Outline outline) {
    this.outline = outline;
  }

  /** Returns the type of a value; that of any value where the schema type is not known. */
  JType of(EncodedForm form) {
    JType type = item(form);
    boolean isByte = type == outline.getCodeModel().BYTE;
    if (form.dimensions() > 0 && isByte) {
      type = type.boxify(); // an array of bytes is a text
    }
    for (int i = 0; i < form.dimensions(); i++) {
      type = type.array();
    }
    return type;
  }

  private JType item(EncodedForm form) {
    JCodeModel code = outline.getCodeModel();
    JClass any = code.ref(Object.class);
    if (form.item().getNamespaceURI().equals(EncodedForm.APACHE)) {
      return switch (form.item().getLocalPart()) {
        case "Map" -> code.ref(Map.class).narrow(any, any);
        case "Vector" -> code.ref(List.class).narrow(any);
        default -> any;
      };
    }
    TypeUse use = use(form);
    if (use == null || use.isCollection()) {
      return any;
    }
    CAdapter adapter = use.getAdapterUse();
    JType type =
        (adapter == null ? use.getInfo().getType() : adapter.customType)
            .toType(outline, Aspect.EXPOSED);
    JType primitive = type.boxify().getPrimitiveType();
    return primitive == null ? type : primitive;
  }

  private @Nullable TypeUse use(EncodedForm form) {
    return outline.getModel().typeUses().get(form.item());
  }

  /** Returns the adapter that makes texts of the items; null for none. */
  @Nullable JClass adapter(EncodedForm form) {
    TypeUse use = use(form);
    CAdapter adapter = use == null ? null : use.getAdapterUse();
    return adapter == null ? null : adapter.getAdapterClass(outline);
  }

  /** Returns the name that {@code xsi:type} gives to the texts; null for that of their class. */
  @Nullable QName name(EncodedForm form) {
    boolean isAdapted =
        adapter(form) != null
            && form.item().getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            && !form.item().getLocalPart().equals("hexBinary");
    return form.name() == null && isAdapted ? form.item() : form.name();
  }
}
