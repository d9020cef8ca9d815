package io.castile.generate.bean;

import com.sun.codemodel.JClass;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JExpr;
import com.sun.codemodel.JExpression;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JType;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.FieldOutline;
import com.sun.tools.xjc.outline.Outline;
import io.castile.template.tracked.TrackedBean;
import java.util.List;
import java.util.Objects;
import org.xml.sax.ErrorHandler;

/**
 * Makes beans tell their changes: setters, lists, and getters, which take as parts what a binding
 * has put into fields.
 */
final class TrackedPlugin extends Plugin {
  private List<String> untracked = List.of();

  @Override
  public String getOptionName() {
    return "Xcastile-tracked";
  }

  @Override
  public String getUsage() {
    return "";
  }

  /** Returns which beans cannot tell their changes, and why, once all are made. */
  List<String> untracked() {
    return untracked;
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    TrackedTypes types = TrackedTypes.of(outline);
    untracked = types.reasons();
    JClass superclass = outline.getCodeModel().directClass(TrackedBean.class.getName());
    for (ClassOutline each : outline.getClasses()) {
      if (types.areTracked(each)) {
        if (!BeanPlugin.hasBase(each)) {
          each.implClass._extends(superclass);
        }
        for (FieldOutline field : each.getDeclaredFields()) {
          change(each.implClass, field, types);
        }
      }
    }
    return true;
  }

  private static void change(JDefinedClass type, FieldOutline outline, TrackedTypes types) {
    JFieldVar field = TrackedTypes.field(outline);
    JExpression value = JExpr._this().ref(field);
    JType item = TrackedTypes.item(field.type());
    JMethod getter = Objects.requireNonNull(TrackedTypes.getter(outline), "getter");
    if (item != null) {
      JMethod made = again(type, getter);
      made.body()
          .assign(
              JExpr._this().ref(field),
              JExpr.invoke(types.areRows(field) ? "trackedList" : "trackedItems").arg(value));
      made.body()._return(value);
      return;
    }
    JMethod setter = Objects.requireNonNull(TrackedTypes.setter(outline), "setter");
    setter.body().pos(0);
    if (types.isBean(field.type())) {
      setter.body().invoke("replace").arg(value).arg(setter.params().get(0));
      getter.body().pos(0);
      getter.body().invoke("adopt").arg(value);
    } else {
      setter.body().invoke("changed");
    }
  }

  /** The same method with an empty body. */
  private static JMethod again(JDefinedClass type, JMethod method) {
    type.methods().remove(method);
    JMethod made = type.method(method.mods().getValue(), method.type(), method.name());
    made.javadoc().addAll(method.javadoc());
    made.javadoc().addReturn().addAll(method.javadoc().addReturn());
    return made;
  }
}
