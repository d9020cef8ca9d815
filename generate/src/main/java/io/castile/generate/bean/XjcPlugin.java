package io.castile.generate.bean;

import com.sun.codemodel.JResourceFile;
import com.sun.tools.xjc.BadCommandLineException;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.model.Model;
import com.sun.tools.xjc.outline.Outline;
import com.sun.tools.xjc.outline.PackageOutline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * {@code -Xcastile}: what the generator of Castile gives beans, for builds that have XJC. Needs
 * nothing but XJC, which makes an object for each run and calls it from one thread.
 */
public final class XjcPlugin extends Plugin {
  private static final String NAME = "Xcastile";
  private static final String PREFIX = "-" + NAME + ":";

  private enum Method {
    EQUALS,
    COPY
  }

  private final Set<Method> methods = EnumSet.noneOf(Method.class);
  private @Nullable String javaTimePackage;

  /** For XJC. */
  public XjcPlugin() {}

  @Override
  public String getOptionName() {
    return NAME;
  }

  @Override
  public String getUsage() {
    return """
      -Xcastile          :  order attributes by name; number the names of classes that collide
      -Xcastile:equals   :  give beans equals, hashCode and toString
      -Xcastile:copy     :  give beans a method that copies all that is in one
      -Xcastile:java-time=PACKAGE
                         :  use java.time for dates and times; PACKAGE gets the class that
                            reads and writes them\
    """;
  }

  @Override
  public int parseArgument(Options options, String[] arguments, int index)
      throws BadCommandLineException {
    String argument = arguments[index];
    if (!argument.startsWith(PREFIX)) {
      return 0;
    }
    String option = argument.substring(PREFIX.length());
    String javaTime = "java-time=";
    if (option.equals("equals")) {
      methods.add(Method.EQUALS);
    } else if (option.equals("copy")) {
      methods.add(Method.COPY);
    } else if (option.startsWith(javaTime)) {
      useJavaTime(options, argument, option.substring(javaTime.length()));
    } else {
      throw new BadCommandLineException(
          "expected -Xcastile, -Xcastile:equals, -Xcastile:copy or"
              + " -Xcastile:java-time=PACKAGE, found '"
              + argument
              + "'");
    }
    if (!options.activePlugins.contains(this)) {
      options.activePlugins.add(this);
      onActivated(options);
    }
    return 1;
  }

  private void useJavaTime(Options options, String argument, String packageName)
      throws BadCommandLineException {
    if (!SourceVersion.isName(packageName, SourceVersion.RELEASE_17)) {
      throw new BadCommandLineException(
          "expected the name of a package behind '=', found '" + argument + "'");
    }
    if (javaTimePackage != null) {
      throw new BadCommandLineException(
          "Cannot use -Xcastile:java-time twice. Remove one of them.");
    }
    javaTimePackage = packageName;
    options.addBindFile(new JavaTimeBindings(packageName));
  }

  @Override
  public void onActivated(Options options) {
    if (options.classNameAllocator == null) { // else the program around XJC has its own
      options.classNameAllocator = new ClassNames();
    }
  }

  @Override
  public void postProcessModel(Model model, ErrorHandler errors) {
    new AttributeOrder().postProcessModel(model, errors);
    new Comments(false).postProcessModel(model, errors);
  }

  @Override
  public boolean run(Outline outline, Options options, ErrorHandler errors) throws SAXException {
    new Comments(false).run(outline, options, errors);
    new ListElements().run(outline, options, errors);
    if (javaTimePackage != null) {
      outline
          .getCodeModel()
          ._package(javaTimePackage)
          .addResourceFile(new SourceFile(JavaTime.CLASS, JavaTime.source(javaTimePackage)));
    }
    PackageOutline support = support(outline);
    if (methods.isEmpty() || support == null) {
      return true;
    }
    String name = support._package().name();
    support._package().addResourceFile(new SourceFile(ValuesSource.CLASS, ValuesSource.of(name)));
    boolean isDone = true;
    if (methods.contains(Method.EQUALS)) {
      isDone &= new EqualsPlugin(name).run(outline, options, errors);
    }
    if (methods.contains(Method.COPY)) {
      isDone &= new CopyPlugin(name).run(outline, options, errors);
    }
    return isDone;
  }

  /** The package of the class that methods call, always the same; null if there are no beans. */
  private static @Nullable PackageOutline support(Outline outline) {
    return outline.getClasses().stream()
        .map(bean -> (PackageOutline) bean._package())
        .min(Comparator.comparing(each -> each._package().name()))
        .orElse(null);
  }

  /** A file of bindings that gives dates and times classes of {@code java.time}. */
  private static final class JavaTimeBindings extends InputSource {
    private final byte[] text;

    /**
     * @param packageName of the class that reads and writes them
     */
    JavaTimeBindings(String packageName) {
      super("castile-java-time.xjb");
      StringBuilder bindings = new StringBuilder();
      bindings
          .append("<b:bindings xmlns:b='")
          .append(Customization.NAMESPACE)
          .append("' xmlns:x='http://www.w3.org/2001/XMLSchema' version='")
          .append(Customization.VERSION)
          .append("'><b:globalBindings>");
      String reader = packageName + "." + JavaTime.CLASS;
      for (JavaTime each : JavaTime.values()) {
        bindings.append(
            "<b:javaType name='%s' xmlType='x:%s' parseMethod='%s.%s' printMethod='%s.%s'/>"
                .formatted(
                    each.type(), each.xmlType(), reader, each.parse(), reader, each.print()));
      }
      bindings.append("</b:globalBindings></b:bindings>");
      text = bindings.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns another stream for each reader. */
    @Override
    public InputStream getByteStream() {
      return new ByteArrayInputStream(text);
    }
  }

  /** A class whose text is there, for XJC to write beside those that it makes. */
  private static final class SourceFile extends JResourceFile {
    private final String text;

    SourceFile(String className, String text) {
      super(className + ".java");
      this.text = text;
    }

    @Override
    protected boolean isResource() {
      return false;
    }

    @Override
    protected void build(OutputStream out) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
