package io.castile.generate.bean;

import com.sun.codemodel.JAnnotationUse;
import com.sun.codemodel.JClass;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JType;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.model.CPropertyInfo;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.FieldOutline;
import com.sun.tools.xjc.outline.Outline;
import com.sun.xml.xsom.XSComponent;
import com.sun.xml.xsom.XSParticle;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;

/** Gives properties of encoded types the Java types that {@link EncodedForm} says. */
final class EncodedProperties extends Plugin {
  private @Nullable EncodedJavaTypes types; // null until XJC has made classes

  @Override
  public String getOptionName() {
    return "Xcastile-encoded";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    types = new EncodedJavaTypes(outline);
    for (ClassOutline each : outline.getClasses()) {
      for (FieldOutline field : each.getDeclaredFields()) {
        property(each, field.getPropertyInfo(), types);
      }
    }
    return true;
  }

  /** The types of what was made. */
  EncodedJavaTypes types() {
    return Objects.requireNonNull(types, "XJC has not made classes");
  }

  private static void property(ClassOutline bean, CPropertyInfo property, EncodedJavaTypes types) {
    XSComponent declared = declaration(property);
    JFieldVar field = bean.implClass.fields().get(property.getName(false));
    if (declared == null || field == null) {
      return;
    }
    EncodedForm form = EncodedForm.property(declared::getForeignAttribute);
    QName name = EncodedForm.name(declared::getForeignAttribute);
    if (form != null) {
      retype(bean, property.getName(true), field, types.of(form));
      JClass adapter = types.adapter(form);
      if (adapter != null) {
        field.annotate(XmlJavaTypeAdapter.class).param("value", adapter);
      }
      name = types.name(form);
    }
    if (name != null) {
      annotate(field, name);
    }
  }

  private static @Nullable XSComponent declaration(CPropertyInfo property) {
    return property.getSchemaComponent() instanceof XSParticle particle
        ? particle.getTerm()
        : property.getSchemaComponent();
  }

  private static void retype(ClassOutline bean, String name, JFieldVar field, JType type) {
    String before = field.type().name();
    field.type(type);
    for (JMethod method : bean.implClass.methods()) {
      if (method.name().equals("get" + name) && method.params().isEmpty()) {
        method.type(type);
        describe(method.javadoc().addReturn(), before, type);
      } else if (method.name().equals("set" + name) && method.params().size() == 1) {
        JVar value = method.params().get(0);
        value.type(type);
        describe(method.javadoc().addParam(value), before, type);
      }
    }
  }

  /** What XJC says of the type it has made: the old one goes from the comment. */
  private static void describe(List<Object> comment, String before, JType type) {
    List<Object> said = new ArrayList<>();
    for (Object each : comment) {
      if (!(each instanceof JType old) || !old.name().equals(before)) {
        said.add(each);
        continue;
      }
      JType leaf = type;
      for (; leaf.isArray(); leaf = leaf.elementType()) {
        said.add("array of ");
      }
      said.add(leaf.isPrimitive() ? leaf.name() : leaf);
    }
    comment.clear();
    comment.addAll(said);
  }

  private static void annotate(JFieldVar field, QName name) {
    for (JAnnotationUse each : new ArrayList<>(field.annotations())) {
      if (each.getAnnotationClass().fullName().equals(XmlSchemaType.class.getName())) {
        field.removeAnnotation(each);
      }
    }
    JAnnotationUse said = field.annotate(XmlSchemaType.class).param("name", name.getLocalPart());
    if (!name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
      said.param("namespace", name.getNamespaceURI());
    }
  }
}
