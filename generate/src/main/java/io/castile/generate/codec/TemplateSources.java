package io.castile.generate.codec;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.RootCodec;
import io.castile.generate.text.JavaNames;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;

/**
 * The literal messages of generated interfaces as templates of Velocity, each with a class that
 * merges it with a bean.
 */
public final class TemplateSources {
  private final LoadedClasses classes;
  private final String support;
  private final Map<String, String> sources = new TreeMap<>();
  private final Map<String, String> templates = new TreeMap<>();
  private final Map<String, String> skipped = new TreeMap<>();
  private final Set<String> taken = new HashSet<>(); // without case, as file names may be

  /** An element that messages have in their bodies. */
  private record Element(QName name, Class<?> bean) {}

  private TemplateSources(LoadedClasses classes, String support) {
    this.classes = classes;
    this.support = support;
    skipped.putAll(classes.skipped());
  }

  /**
   * Makes templates.
   *
   * @param support the package of the class that all of them use
   */
  public static TemplateSources of(LoadedClasses classes, String support) {
    TemplateSources made = new TemplateSources(classes, support);
    Map<String, Element> elements = new TreeMap<>(); // always in the same order
    for (ServiceModel service : classes.services().values()) {
      for (OperationModel each : service.operations()) {
        List<Message> messages = new ArrayList<>(List.of(each.request()));
        if (each.response() != null) {
          messages.add(each.response());
        }
        for (Message message : messages) {
          Codec<?> codec = message.body().codec();
          if (codec instanceof RootCodec<?> root && root.value() instanceof BeanRef bean) {
            elements.putIfAbsent(root.name().toString(), new Element(root.name(), bean.type));
          }
        }
      }
    }
    elements.values().forEach(each -> made.add(each.name(), each.bean()));
    if (!made.sources.isEmpty()) {
      made.sources.put(path(support, TemplateCode.CLASS) + ".java", TemplateCode.support(support));
    }
    return made;
  }

  private static String path(String packageName, String simpleName) {
    return (packageName + "." + simpleName).replace('.', '/');
  }

  private void add(QName element, Class<?> bean) {
    try {
      List<Class<?>> all = classes.beans();
      String text = ElementTemplate.of(BeanCodecs.forTypes(bean), element, bean, all);
      String packageName = bean.getPackageName();
      String stem = JavaNames.className(element.getLocalPart());
      String name = stem;
      for (int i = 2; !taken.add(path(packageName, name).toLowerCase(Locale.ROOT)); i++) {
        name = stem + i;
      }
      templates.put(path(packageName, name) + ".vm", text);
      sources.put(
          path(packageName, name + TemplateCode.SUFFIX) + ".java",
          TemplateCode.serializer(packageName, name, bean, support));
    } catch (NoTemplateException | BindingException e) {
      skipped.put(element.toString(), String.valueOf(e.getMessage()));
    }
  }

  /** Returns sources by their paths, sorted; with a slash between folders. */
  public Map<String, String> sources() {
    return sources;
  }

  /** Returns templates by their paths, sorted; with a slash between folders. */
  public Map<String, String> templates() {
    return templates;
  }

  /** Returns which elements have no template, and why. */
  public Map<String, String> skipped() {
    return skipped;
  }
}
