package io.castile.generate.bean;

import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JPackage;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.outline.EnumConstantOutline;
import com.sun.tools.xjc.outline.EnumOutline;
import com.sun.tools.xjc.outline.Outline;
import java.util.Iterator;
import javax.lang.model.SourceVersion;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Refuses classes with names that are no identifiers: XJC writes all names as they are. */
final class NameCheck extends Plugin {
  @Override
  public String getOptionName() {
    return "Xcastile-names";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) throws SAXException {
    try {
      Iterator<JPackage> packages = outline.getCodeModel().packages();
      while (packages.hasNext()) {
        JPackage each = packages.next();
        if (!each.isUnnamed()) {
          check(
              SourceVersion.isName(each.name(), SourceVersion.RELEASE_17), "package", each.name());
        }
        classes(each.classes());
      }
      for (EnumOutline type : outline.getEnums()) {
        for (EnumConstantOutline each : type.constants) {
          identifier("constant", each.target.getName());
        }
      }
    } catch (IllegalArgumentException e) {
      errors.error(new SAXParseException(e.getMessage(), null));
      return false;
    }
    return true;
  }

  private static void classes(Iterator<JDefinedClass> classes) {
    while (classes.hasNext()) {
      JDefinedClass type = classes.next();
      identifier("class", type.name());
      for (JFieldVar each : type.fields().values()) {
        identifier("field", each.name());
      }
      for (JMethod method : type.methods()) {
        identifier("method", method.name());
        for (JVar each : method.params()) {
          identifier("parameter", each.name());
        }
      }
      classes(type.classes());
    }
  }

  private static void identifier(String kind, String name) {
    check(
        SourceVersion.isName(name, SourceVersion.RELEASE_17) && name.indexOf('.') < 0, kind, name);
  }

  private static void check(boolean isRight, String kind, String name) {
    int end = Math.min(name.length(), 100);
    if (!isRight) {
      throw new IllegalArgumentException(
          "expected a name that Java can have for a "
              + kind
              + ", found '"
              + name.substring(0, end)
              + "'; a binding file (--bindings) may give another one");
    }
  }
}
