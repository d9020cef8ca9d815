package io.castile.generate.bean;

import com.sun.codemodel.JClass;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JMethod;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.outline.Outline;
import com.sun.tools.xjc.outline.PackageOutline;
import java.util.List;
import org.xml.sax.ErrorHandler;

/**
 * Lets object factories compile without a warning where an element is a list in one text: XJC gives
 * it the class {@code List} by a cast that the compiler cannot check.
 */
final class ListElements extends Plugin {
  @Override
  public String getOptionName() {
    return "Xcastile-list-elements";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    for (PackageOutline each : outline.getAllPackageContexts()) {
      JDefinedClass factory = each.objectFactory();
      if (factory != null) {
        factory.methods().stream().filter(ListElements::isOfList).forEach(ListElements::settle);
      }
    }
    return true;
  }

  /** Whether a method makes a {@code JAXBElement<List<…>>}. */
  private static boolean isOfList(JMethod method) {
    if (!(method.type() instanceof JClass element) || element.getTypeParameters().size() != 1) {
      return false;
    }
    return element.getTypeParameters().get(0).erasure().fullName().equals(List.class.getName());
  }

  private static void settle(JMethod method) {
    method
        .annotate(SuppressWarnings.class)
        .paramArray("value")
        .param("cast")
        .param("rawtypes")
        .param("unchecked");
  }
}
