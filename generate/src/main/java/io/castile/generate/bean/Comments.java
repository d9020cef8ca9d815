package io.castile.generate.bean;

import com.sun.codemodel.JDocComment;
import com.sun.tools.xjc.model.CClassInfo;
import com.sun.tools.xjc.model.CEnumLeafInfo;
import com.sun.tools.xjc.model.CPropertyInfo;
import com.sun.tools.xjc.model.Model;
import com.sun.tools.xjc.outline.EnumConstantOutline;
import com.sun.tools.xjc.outline.EnumOutline;
import com.sun.tools.xjc.outline.Outline;
import org.jspecify.annotations.Nullable;

/**
 * Takes Unicode escapes out of what XJC puts into comments, where XJC itself writes the files: a
 * compiler reads them first, and what they stand for may end a comment.
 */
final class Comments {
  private Comments() {}

  static void settle(Model model) {
    for (CClassInfo bean : model.beans().values()) {
      bean.javadoc = settled(bean.javadoc);
      for (CPropertyInfo each : bean.getProperties()) {
        each.javadoc = settled(each.javadoc);
      }
    }
    for (CEnumLeafInfo each : model.enums().values()) {
      each.javadoc = settled(each.javadoc);
    }
  }

  /** Settles those of constants, which the model does not let go. */
  static void settle(Outline outline) {
    for (EnumOutline type : outline.getEnums()) {
      for (EnumConstantOutline each : type.constants) {
        if (each.target.javadoc != null) {
          JDocComment comment = each.constRef.javadoc();
          comment.replaceAll(
              part -> part instanceof String text ? String.valueOf(settled(text)) : part);
        }
      }
    }
  }

  private static @Nullable String settled(@Nullable String text) {
    return text == null ? null : text.replace("\\u", "\\ u");
  }
}
