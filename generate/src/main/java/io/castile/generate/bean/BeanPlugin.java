package io.castile.generate.bean;

import com.sun.codemodel.JAnnotationUse;
import com.sun.codemodel.JClass;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMod;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.Outline;
import java.util.List;
import org.xml.sax.ErrorHandler;

/** Adds methods to each bean that XJC makes. */
abstract class BeanPlugin extends Plugin {
  /** The package of the class that the methods call. */
  private final String values;

  BeanPlugin(String values) {
    this.values = values;
  }

  @Override
  public String getOptionName() {
    return "Xcastile-" + getClass().getSimpleName();
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    JClass called = outline.getCodeModel().directClass(values + "." + ValuesSource.CLASS);
    for (ClassOutline each : outline.getClasses()) {
      add(each, called);
    }
    return true;
  }

  /** Adds methods to a bean, which may call those of a class. */
  abstract void add(ClassOutline bean, JClass called);

  /** The fields that hold what a bean has. */
  static List<JFieldVar> fields(ClassOutline bean) {
    return bean.implClass.fields().values().stream()
        .filter(field -> (field.mods().getValue() & JMod.STATIC) == 0)
        .toList();
  }

  /** Whether a field refers to another bean of the same document, which may refer to this one. */
  static boolean isReference(JFieldVar field) {
    for (JAnnotationUse each : field.annotations()) {
      String name = each.getAnnotationClass().name();
      if (name.equals("XmlIDREF")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class above a bean is a bean, too. */
  static boolean hasBase(ClassOutline bean) {
    return bean.getSuperClass() != null;
  }
}
