package io.castile.generate.bean;

import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMod;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.Outline;
import org.xml.sax.ErrorHandler;

/**
 * Makes the map of {@code xs:anyAttribute} protected, as all other fields are: codecs of the same
 * package reach it then, which the application's compiler compiles.
 */
final class ReachableFields extends Plugin {
  @Override
  public String getOptionName() {
    return "Xcastile-reachable-fields";
  }

  @Override
  public String getUsage() {
    return "";
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) {
    for (ClassOutline each : outline.getClasses()) {
      for (JFieldVar field : BeanPlugin.fields(each)) {
        if ((field.mods().getValue() & JMod.PRIVATE) != 0) {
          field.mods().setProtected();
        }
      }
    }
    return true;
  }
}
