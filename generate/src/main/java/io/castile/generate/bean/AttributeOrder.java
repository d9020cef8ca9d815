package io.castile.generate.bean;

import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.model.CAttributePropertyInfo;
import com.sun.tools.xjc.model.CClassInfo;
import com.sun.tools.xjc.model.CPropertyInfo;
import com.sun.tools.xjc.model.Model;
import com.sun.tools.xjc.outline.Outline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.xml.sax.ErrorHandler;

/** Orders attributes by name: XSOM gives those of attribute groups in another order each time. */
final class AttributeOrder extends Plugin {
  @Override
  public String getOptionName() {
    return "Xcastile-attribute-order";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public void postProcessModel(Model model, ErrorHandler errors) {
    for (CClassInfo each : model.beans().values()) {
      order(each.getProperties());
    }
  }

  private static void order(List<CPropertyInfo> properties) {
    List<CPropertyInfo> attributes = new ArrayList<>();
    for (CPropertyInfo each : properties) {
      if (each instanceof CAttributePropertyInfo) {
        attributes.add(each);
      }
    }
    attributes.sort(Comparator.comparing(each -> each.getName(true)));
    Iterator<CPropertyInfo> ordered = attributes.iterator();
    for (int i = 0; i < properties.size(); i++) {
      if (properties.get(i) instanceof CAttributePropertyInfo) {
        properties.set(i, ordered.next());
      }
    }
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    return true;
  }
}
