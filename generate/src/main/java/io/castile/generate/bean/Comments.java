package io.castile.generate.bean;

import com.sun.codemodel.JDocComment;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.model.CClassInfo;
import com.sun.tools.xjc.model.CEnumLeafInfo;
import com.sun.tools.xjc.model.CPropertyInfo;
import com.sun.tools.xjc.model.Model;
import com.sun.tools.xjc.outline.EnumConstantOutline;
import com.sun.tools.xjc.outline.EnumOutline;
import com.sun.tools.xjc.outline.Outline;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;

/**
 * Keeps texts of a description within the comments that XJC writes: the definition of a class,
 * which is in one tag of its comment, and, where XJC itself writes the files, Unicode escapes,
 * which a compiler reads first.
 */
final class Comments extends Plugin {
  private static final String START = "<pre>{@code";
  private static final String END = "}</pre>";

  private final boolean hasEscapes;

  /**
   * @param hasEscapes whether Unicode escapes stay, as they are taken out of all that is written
   */
  Comments(boolean hasEscapes) {
    this.hasEscapes = hasEscapes;
  }

  @Override
  public String getOptionName() {
    return "Xcastile-comments";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public void postProcessModel(Model model, ErrorHandler errors) {
    for (CClassInfo bean : model.beans().values()) {
      bean.javadoc = withinTag(settled(bean.javadoc));
      for (CPropertyInfo each : bean.getProperties()) {
        each.javadoc = settled(each.javadoc);
      }
    }
    for (CEnumLeafInfo each : model.enums().values()) {
      each.javadoc = withinTag(settled(each.javadoc));
    }
  }

  /** Settles comments of constants, which the model does not let go. */
  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    for (EnumOutline type : outline.getEnums()) {
      for (EnumConstantOutline each : type.constants) {
        if (each.target.javadoc != null) {
          JDocComment comment = each.constRef.javadoc();
          comment.replaceAll(
              part -> part instanceof String text ? String.valueOf(settled(text)) : part);
        }
      }
    }
    return true;
  }

  private @Nullable String settled(@Nullable String text) {
    return text == null || hasEscapes ? text : text.replace("\\u", "\\ u");
  }

  /** Documentation before the definition has no such tag, as XJC escapes it. */
  private static @Nullable String withinTag(@Nullable String text) {
    int start = text == null ? -1 : text.indexOf(START);
    int end = text == null ? -1 : text.lastIndexOf(END);
    if (text == null || start < 0 || end < start) {
      return text;
    }
    String definition = text.substring(start + START.length(), end);
    return text.substring(0, start + START.length())
        + definition.lines().map(Comments::balanced).collect(Collectors.joining("\n"))
        + "\n"
        + text.substring(end);
  }

  /** A line whose braces do not end the tag, and which looks like no other one. */
  private static String balanced(String line) {
    int depth = 0;
    for (int i = 0; i < line.length() && depth >= 0; i++) {
      depth += line.charAt(i) == '{' ? 1 : line.charAt(i) == '}' ? -1 : 0;
    }
    String inTag = depth == 0 ? line : line.replace('{', '(').replace('}', ')');
    return inTag.strip().startsWith("@") ? inTag.replace("@", "&#64;") : inTag;
  }
}
