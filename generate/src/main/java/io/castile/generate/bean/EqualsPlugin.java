package io.castile.generate.bean;

import com.sun.codemodel.JBlock;
import com.sun.codemodel.JClass;
import com.sun.codemodel.JCodeModel;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JExpr;
import com.sun.codemodel.JExpression;
import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JMod;
import com.sun.codemodel.JOp;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.outline.ClassOutline;

/** Adds {@code equals}, {@code hashCode} and {@code toString}. */
final class EqualsPlugin extends BeanPlugin {
  EqualsPlugin(String values) {
    super(values);
  }

  @Override
  void add(ClassOutline bean, JClass called) {
    equalsMethod(bean, called);
    hashCodeMethod(bean, called);
    toStringMethod(bean, called);
  }

  private static void equalsMethod(ClassOutline bean, JClass called) {
    JDefinedClass type = bean.implClass;
    JCodeModel code = type.owner();
    JMethod method = type.method(JMod.PUBLIC, code.BOOLEAN, "equals");
    method.annotate(Override.class);
    JVar other = method.param(Object.class, "other");
    JBlock body = method.body();
    body._if(JExpr._this().eq(other))._then()._return(JExpr.TRUE);
    JExpression isOther =
        JOp.cor(
            other.eq(JExpr._null()), JExpr._this().invoke("getClass").ne(other.invoke("getClass")));
    body._if(isOther)._then()._return(JExpr.FALSE);
    JExpression all = hasBase(bean) ? JExpr._super().invoke("equals").arg(other) : null;
    if (!fields(bean).isEmpty()) {
      JVar that = body.decl(type, "that", JExpr.cast(type, other));
      for (JFieldVar field : fields(bean)) {
        JExpression own = JExpr._this().ref(field);
        JExpression its = that.ref(field);
        JExpression same =
            isReference(field) ? own.eq(its) : called.staticInvoke("equal").arg(own).arg(its);
        all = all == null ? same : JOp.cand(all, same);
      }
    }
    body._return(all == null ? JExpr.TRUE : all);
  }

  private static void hashCodeMethod(ClassOutline bean, JClass called) {
    JCodeModel code = bean.implClass.owner();
    JMethod method = bean.implClass.method(JMod.PUBLIC, code.INT, "hashCode");
    method.annotate(Override.class);
    JExpression start =
        hasBase(bean)
            ? JExpr._super().invoke("hashCode")
            : JExpr.lit(bean.implClass.name()).invoke("hashCode");
    JVar hash = method.body().decl(code.INT, "hash", start);
    for (JFieldVar field : fields(bean)) {
      if (!isReference(field)) {
        JExpression own = called.staticInvoke("hash").arg(JExpr._this().ref(field));
        method.body().assign(hash, JExpr.lit(31).mul(hash).plus(own));
      }
    }
    method.body()._return(hash);
  }

  private static void toStringMethod(ClassOutline bean, JClass called) {
    JCodeModel code = bean.implClass.owner();
    JMethod method = bean.implClass.method(JMod.PUBLIC, code.ref(String.class), "toString");
    method.annotate(Override.class);
    JClass builder = code.ref(StringBuilder.class);
    JExpression start =
        hasBase(bean) ? JExpr._super().invoke("toString") : JExpr.lit(bean.implClass.name());
    JVar text = method.body().decl(builder, "text", JExpr._new(builder).arg(start));
    String before = "(";
    for (JFieldVar field : fields(bean)) {
      if (!isReference(field)) {
        method
            .body()
            .add(
                text.invoke("append")
                    .arg(JExpr.lit(before + field.name() + "="))
                    .invoke("append")
                    .arg(called.staticInvoke("text").arg(JExpr._this().ref(field))));
        before = ", ";
      }
    }
    method.body().add(text.invoke("append").arg(JExpr.lit(before.equals("(") ? "()" : ")")));
    method.body()._return(text.invoke("toString"));
  }
}
