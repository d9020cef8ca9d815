package io.castile.generate.bean;

import com.sun.codemodel.JAnnotationUse;
import com.sun.codemodel.JClassAlreadyExistsException;
import com.sun.codemodel.JCodeModel;
import com.sun.codemodel.JFormatter;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JMod;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.api.TypeAndAnnotation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Annotations as they are written, with full names. */
final class AnnotationText {
  private AnnotationText() {}

  static List<String> of(TypeAndAnnotation type) {
    JCodeModel code = new JCodeModel();
    JVar parameter;
    try {
      JMethod method = code._class("Any").method(JMod.PUBLIC, code.VOID, "any");
      parameter = method.param(type.getTypeClass(), "any");
    } catch (JClassAlreadyExistsException e) {
      throw new IllegalStateException("Cannot use the code model, though it is new.", e);
    }
    type.annotate(parameter);
    List<String> texts = new ArrayList<>();
    for (JAnnotationUse each : parameter.annotations()) {
      StringWriter text = new StringWriter();
      JFormatter formatter = new JFormatter(new PrintWriter(text), "");
      each.generate(formatter);
      formatter.close();
      // Backquotes are within strings: in the text of an annotation they are around names.
      texts.add(text.toString().replaceAll("\\s+", " ").strip().replace("`", "\\140"));
    }
    return texts;
  }
}
