package io.castile.generate.bean;

import com.sun.codemodel.ClassType;
import com.sun.codemodel.CodeWriter;
import com.sun.codemodel.JAnnotationUse;
import com.sun.codemodel.JClass;
import com.sun.codemodel.JClassAlreadyExistsException;
import com.sun.codemodel.JCodeModel;
import com.sun.codemodel.JDefinedClass;
import com.sun.codemodel.JFormatter;
import com.sun.codemodel.JMethod;
import com.sun.codemodel.JMod;
import com.sun.codemodel.JPackage;
import com.sun.codemodel.JType;
import com.sun.codemodel.JVar;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.api.Mapping;
import com.sun.tools.xjc.api.Property;
import com.sun.tools.xjc.api.S2JJAXBModel;
import com.sun.tools.xjc.api.TypeAndAnnotation;
import io.castile.generate.text.JavaNames;
import io.castile.generate.text.JavaText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.SourceVersion;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Beans that were made of schemas, and which of them stands for what. */
public final class Beans {
  private static final String ADAPTER = "jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter";
  private static final String MIME_TYPE = "jakarta.xml.bind.annotation.XmlMimeType";
  private static final String IMAGE = "java.awt.Image";
  private static final String XSI_TYPE = "io.castile.codec.annotation.XsiType";

  private final S2JJAXBModel model;
  private final EncodedJavaTypes encoded;
  private final Map<QName, String> contentTypes;
  private final Map<String, String> sources;
  private final TreeSet<String> classes;
  private final TreeSet<String> concrete;
  private final List<String> untracked;

  private Beans(
      S2JJAXBModel model,
      EncodedJavaTypes encoded,
      Map<QName, String> contentTypes,
      Map<String, String> sources,
      TreeSet<String> classes,
      TreeSet<String> concrete,
      List<String> untracked) {
    this.model = model;
    this.encoded = encoded;
    this.contentTypes = contentTypes;
    this.sources = sources;
    this.classes = classes;
    this.concrete = concrete;
    this.untracked = untracked;
  }

  static Beans of(
      S2JJAXBModel model,
      EncodedJavaTypes encoded,
      Map<QName, String> contentTypes,
      TrackedPlugin tracked,
      BeanGenerator.Errors errors,
      BeanOptions options)
      throws BeanException {
    JCodeModel code = model.generateCode(new Plugin[0], errors);
    TreeSet<String> classes = new TreeSet<>();
    TreeSet<String> concrete = new TreeSet<>();
    for (Iterator<JPackage> packages = code.packages(); packages.hasNext(); ) {
      JPackage in = packages.next();
      for (Iterator<JDefinedClass> each = in.classes(); each.hasNext(); ) {
        if (JavaNames.isOfJava(in.name())) {
          throw new BeanException(
              "Cannot load classes of package "
                  + in.name()
                  + ", because the JVM loads none there. Set another package in the binding.",
              null);
        }
        JDefinedClass type = each.next();
        classes.add(type.fullName());
        if (type.getClassType() == ClassType.CLASS && !type.isAbstract()) {
          concrete.add(type.fullName());
        }
      }
    }
    Sources sources = new Sources();
    try {
      code.build(sources);
    } catch (IOException e) {
      throw new BeanException("the classes cannot be written: " + e.getMessage(), e);
    }
    String support = options.supportPackage();
    if (options.hasJavaTime()) {
      sources.put(support, JavaTime.CLASS + ".java", JavaTime.source(support));
      classes.add(support + "." + JavaTime.CLASS);
    }
    if (options.hasEquals() || options.hasCopy()) {
      sources.put(support, ValuesSource.CLASS + ".java", ValuesSource.of(support));
      classes.add(support + "." + ValuesSource.CLASS);
    }
    return new Beans(
        model, encoded, contentTypes, sources.texts(), classes, concrete, tracked.untracked());
  }

  /** Returns sources by their paths, sorted; with a slash between folders. */
  public Map<String, String> sources() {
    return sources;
  }

  /** Returns the full names of all classes that are in no other. */
  public TreeSet<String> classes() {
    return classes;
  }

  /** Returns the full names of those of which there can be objects. */
  public TreeSet<String> concrete() {
    return concrete;
  }

  /** Returns which beans cannot tell their changes, where they are to, and why. */
  public List<String> untracked() {
    return untracked;
  }

  /** Returns the full names of the object factories, sorted. */
  public List<String> objectFactories() {
    return model.getAllObjectFactories().stream().map(JClass::fullName).sorted().toList();
  }

  /** Returns the type of a global element; null if there is none. */
  public @Nullable JavaType element(QName name) {
    Mapping mapping = model.get(name);
    if (mapping == null) {
      return null;
    }
    JavaType type = type(mapping.getType());
    String contentType = contentTypes.get(name);
    return contentType == null || !type.name().equals(IMAGE)
        ? type
        : type.with("@`%s`(%s)".formatted(MIME_TYPE, JavaText.literal(contentType)));
  }

  /** Returns the type that a type of a schema is; null if there is none. */
  public @Nullable JavaType type(QName name) {
    TypeAndAnnotation type = model.getJavaType(name);
    return type == null ? null : type(type);
  }

  /** Returns the type of a value that is encoded. */
  public JavaType type(EncodedForm form) {
    JType type = encoded.of(form);
    List<String> annotations = new ArrayList<>();
    JClass adapter = encoded.adapter(form);
    if (adapter != null) {
      annotations.add("@`%s`(`%s`.class)".formatted(ADAPTER, adapter.fullName()));
    }
    QName name = encoded.name(form);
    if (name != null) {
      String namespace =
          name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
              ? JavaText.literal(name.getLocalPart())
              : "value = %s, namespace = %s"
                  .formatted(
                      JavaText.literal(name.getLocalPart()),
                      JavaText.literal(name.getNamespaceURI()));
      annotations.add("@`%s`(%s)".formatted(XSI_TYPE, namespace));
    }
    return new JavaType(spaced(type.fullName()), spaced(type.boxify().fullName()), annotations);
  }

  private static String spaced(String arguments) {
    return arguments.replace(",", ", ");
  }

  private static JavaType type(TypeAndAnnotation type) {
    return new JavaType(
        type.getTypeClass().fullName(),
        type.getTypeClass().boxify().fullName(),
        AnnotationText.of(type));
  }

  /** Returns what is in the element around parameters; null if it is none. */
  public @Nullable List<WrappedElement> wrapped(QName wrapper) {
    Mapping mapping = model.get(wrapper);
    List<? extends Property> properties =
        mapping == null ? null : mapping.getWrapperStyleDrilldown();
    if (properties == null) {
      return null;
    }
    List<WrappedElement> elements = new ArrayList<>();
    for (Property each : properties) {
      JavaType type =
          new JavaType(each.type().fullName(), each.type().boxify().fullName(), List.of());
      elements.add(new WrappedElement(each.elementName(), type));
    }
    return elements;
  }

  /** Keeps what is written. */
  private static final class Sources extends CodeWriter {
    private final Map<String, ByteArrayOutputStream> files = new TreeMap<>();

    Sources() {
      encoding = "UTF-8";
    }

    @Override
    public OutputStream openBinary(JPackage folder, String file) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      files.put(path(folder.name(), file), bytes);
      return bytes;
    }

    void put(String folder, String file, String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      files.put(path(folder, file), bytes);
    }

    private static String path(String folder, String file) {
      boolean isName = folder.isEmpty() || SourceVersion.isName(folder, SourceVersion.RELEASE_17);
      if (!isName || file.contains("/") || file.contains("\\")) {
        throw new IllegalStateException(
            "Cannot read file '"
                + file
                + "' of '"
                + folder
                + "', because it belongs to no package.");
      }
      return folder.isEmpty() ? file : folder.replace('.', '/') + "/" + file;
    }

    @Override
    public void close() {
      // Nothing is open.
    }

    Map<String, String> texts() {
      Map<String, String> texts = new TreeMap<>();
      files.forEach(
          (path, bytes) -> texts.put(path, ordered(tidy(bytes.toString(StandardCharsets.UTF_8)))));
      return texts;
    }

    /** Comments name attribute groups in another order each time: by name, they are the same. */
    private static String ordered(String text) {
      List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
      int start = -1;
      for (int i = 0; i <= lines.size(); i++) {
        boolean isGroup = i < lines.size() && lines.get(i).matches(" *\\* *<attGroup ref=.*");
        if (isGroup && start < 0) {
          start = i;
        } else if (!isGroup && start >= 0) {
          lines.subList(start, i).sort(null);
          start = -1;
        }
      }
      return String.join("\n", lines);
    }

    /** Lines end alike on all systems, and nothing stands behind them. */
    private static String tidy(String text) {
      return text.replace("\r\n", "\n")
              .replaceAll("[ \t]+\n", "\n")
              .replaceAll("\n{3,}", "\n\n")
              .replaceAll("(\n *\\*)(?:\n *\\*)+(?=/)", "$1") // lines of a comment's end
              .replaceAll("(\n *\\*)(?:\n *\\*)+(?=\n)", "$1")
              .replaceAll("^\n+", "")
              .stripTrailing()
          + "\n";
    }
  }

  /** Annotations as they are written, with full names. */
  private static final class AnnotationText {
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
}
