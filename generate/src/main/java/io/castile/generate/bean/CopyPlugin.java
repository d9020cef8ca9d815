package io.castile.generate.bean;

import com.sun.codemodel.JClass;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JExpr;
import com.sun.codemodel.JExpression;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JMod;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.outline.ClassOutline;

/** Adds {@code copy}, which returns a copy that has nothing in common with the bean. */
final class CopyPlugin extends BeanPlugin {
  CopyPlugin(String values) {
    super(values);
  }

  @Override
  void add(ClassOutline bean, JClass called) {
    JDefinedClass type = bean.implClass;
    if (!hasBase(bean)) {
      type._implements(type.owner().directClass(called.fullName() + "." + ValuesSource.COPYABLE));
    }
    int modifiers = type.isAbstract() ? JMod.PUBLIC | JMod.ABSTRACT : JMod.PUBLIC;
    JMethod copy = type.method(modifiers, type, "copy");
    copy.javadoc().add("Returns a copy that has nothing in common with this.");
    copy.annotate(Override.class);
    if (!type.isAbstract()) {
      JVar made = copy.body().decl(type, "made", JExpr._new(type));
      copy.body().invoke("copyTo").arg(made);
      copy.body()._return(made);
    }
    JMethod copyTo = type.method(JMod.PROTECTED, type.owner().VOID, "copyTo");
    JVar to = copyTo.param(type, "to");
    if (hasBase(bean)) {
      copyTo.body().invoke(JExpr._super(), "copyTo").arg(to);
    }
    for (JFieldVar field : fields(bean)) {
      JExpression own = JExpr._this().ref(field);
      boolean isPlain = field.type().isPrimitive() || isReference(field);
      copyTo.body().assign(to.ref(field), isPlain ? own : called.staticInvoke("copy").arg(own));
    }
  }
}
