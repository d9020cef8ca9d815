package io.castile.generate.bean;

import com.sun.codemodel.JFieldVar;
import com.sun.codemodel.JMod;
import com.sun.tools.xjc.Options;
import com.sun.tools.xjc.Plugin;
import com.sun.tools.xjc.api.ErrorListener;
import com.sun.tools.xjc.api.S2JJAXBModel;
import com.sun.tools.xjc.api.SchemaCompiler;
import com.sun.tools.xjc.api.XJC;
import com.sun.tools.xjc.outline.ClassOutline;
import com.sun.tools.xjc.outline.Outline;
import io.castile.generate.text.JavaNames;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Element;
import java.io.StringReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Makes beans of schemas by XJC. What XJC says collides is given another name, and XJC is run
 * again, until nothing collides.
 */
public final class BeanGenerator {
  /** Each run names all that collided in the one before; three are rare. */
  private static final int MAX_RUNS = 12;

  private static final Object LOCALE = new Object();

  private final BeanOptions options;
  private final List<SchemaPart> schemas = new ArrayList<>();
  private final List<BindingFile> files = new ArrayList<>();
  private EncodedProperties encoded = new EncodedProperties();
  private TrackedPlugin tracked = new TrackedPlugin();

  private BeanGenerator(List<Element> roots, BeanOptions options) throws BeanException {
    this.options = options;
    for (Element root : roots) {
      schemas.add(new SchemaPart(root, schemas.size()));
    }
    for (URI each : options.bindings()) {
      files.add(BindingFile.read(each));
    }
  }

  /**
   * Makes beans.
   *
   * @throws BeanException if XJC finds something wrong that another name does not mend, or a file
   *     of customizations cannot be read
   */
  public static Beans compile(List<Element> roots, BeanOptions options) throws BeanException {
    synchronized (LOCALE) { // XJC writes comments in the language of the process
      Locale before = Locale.getDefault();
      Locale.setDefault(Locale.ENGLISH);
      try {
        return new BeanGenerator(roots, options).compile();
      } finally {
        Locale.setDefault(before);
      }
    }
  }

  private Beans compile() throws BeanException {
    new GlobalBindings(options).addTo(schemas);
    Collisions collisions = new Collisions(schemas);
    for (int run = 1; ; run++) {
      Errors errors = new Errors();
      S2JJAXBModel model = bind(errors);
      if (model != null && errors.all.isEmpty()) {
        return Beans.of(model, encoded.types(), contentTypes(), tracked, errors, options);
      }
      boolean isMended = collisions.resolve(errors.all);
      if (!isMended || run == MAX_RUNS) {
        throw failure(errors);
      }
    }
  }

  /** The expected content types of global elements' data. */
  private Map<QName, String> contentTypes() {
    Map<QName, String> found = new HashMap<>();
    for (SchemaPart schema : schemas) {
      for (Element each : schema.root().children(XMLConstants.W3C_XML_SCHEMA_NS_URI, "element")) {
        String name = each.attribute("name");
        QName expected = ContentTypes.EXPECTED;
        String types = each.attribute(expected.getNamespaceURI(), expected.getLocalPart());
        if (name != null && types != null) {
          found.put(new QName(schema.namespace(), name.strip()), types.strip());
        }
      }
    }
    return found;
  }

  private List<Plugin> plugins() {
    List<Plugin> plugins = new ArrayList<>();
    encoded = new EncodedProperties();
    tracked = new TrackedPlugin();
    plugins.add(new AttributeOrder());
    plugins.add(new Comments(true));
    plugins.add(encoded);
    plugins.add(new ListElements());
    plugins.add(new ReachableFields());
    if (options.hasEquals()) {
      plugins.add(new EqualsPlugin(options.supportPackage()));
    }
    if (options.hasCopy()) {
      plugins.add(new CopyPlugin(options.supportPackage()));
    }
    if (options.isTracked()) {
      plugins.add(tracked);
    }
    plugins.add(new NameCheck());
    return plugins;
  }

  private @Nullable S2JJAXBModel bind(Errors errors) throws BeanException {
    SchemaCompiler compiler = XJC.createSchemaCompiler();
    compiler.setErrorListener(errors);
    compiler.setEntityResolver((publicId, systemId) -> nothing(systemId));
    compiler.setClassNameAllocator(new ClassNames());
    compiler.getOptions().activePlugins.addAll(plugins());
    if (options.allPackage() != null && options.packages().isEmpty()) {
      compiler.forcePackageName(options.allPackage());
    }
    try {
      for (SchemaPart schema : schemas) {
        SchemaEvents.play(
            schema, compiler.getParserHandler(schema.systemId()), options.hasDataHandlers());
      }
      for (BindingFile file : files) {
        file.play(compiler.getParserHandler(file.location().toString()), schemas);
      }
      return compiler.bind();
    } catch (SAXException | RuntimeException e) { // as XJC throws where it expects no error
      if (!errors.all.isEmpty()) {
        return null;
      }
      if (e instanceof SAXParseException of && !place(of).isEmpty()) {
        throw new BeanException(place(of) + ": " + of.getMessage(), of);
      }
      throw new BeanException("Cannot make classes of the schemas: " + e, e);
    }
  }

  /** Nothing is fetched: all that schemas refer to is in them. */
  private static InputSource nothing(@Nullable String systemId) {
    InputSource nothing =
        new InputSource(new StringReader("<schema xmlns='http://www.w3.org/2001/XMLSchema'/>"));
    nothing.setSystemId(systemId);
    return nothing;
  }

  private BeanException failure(Errors errors) {
    Map<String, Integer> messages = new TreeMap<>();
    String first = null;
    for (SAXParseException each : errors.all) {
      String place = place(each);
      String message = (place.isEmpty() ? "" : place + ": ") + each.getMessage();
      first = first == null ? message : first;
      messages.merge(message, 1, Integer::sum);
    }
    String more = messages.size() < 2 ? "" : " (and " + (messages.size() - 1) + " more errors)";
    return new BeanException(
        first == null ? "XJC makes no classes of the schemas" : first + more, null);
  }

  private String place(SAXParseException error) {
    for (SchemaPart schema : schemas) {
      if (schema.systemId().equals(error.getSystemId()) && schema.has(error.getLineNumber())) {
        return schema.element(error.getLineNumber()).place().toString();
      }
    }
    for (BindingFile file : files) {
      if (file.location().toString().equals(error.getSystemId())) {
        Place place = new Place(file.location(), error.getLineNumber(), error.getColumnNumber());
        return place.toString();
      }
    }
    return "";
  }

  /** Collects what XJC finds wrong. */
  static final class Errors implements ErrorListener {
    final List<SAXParseException> all = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    @Override
    public void error(SAXParseException error) {
      if (seen.add(error.getSystemId() + ":" + error.getLineNumber() + error.getMessage())) {
        all.add(error);
      }
    }

    @Override
    public void fatalError(SAXParseException error) {
      error(error);
    }

    @Override
    public void warning(SAXParseException warning) {
      // Of no consequence for the classes; castile-wsdl says what is wrong with schemas.
    }

    @Override
    public void info(SAXParseException info) {
      // As above.
    }
  }

  /** The settings of XJC for schemas as a whole: packages, and types that have another class. */
  private static final class GlobalBindings {
    private final BeanOptions options;

    GlobalBindings(BeanOptions options) {
      this.options = options;
    }

    void addTo(List<SchemaPart> schemas) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < schemas.size(); i++) {
        SchemaPart schema = schemas.get(i);
        if (i == 0) {
          global(schema);
        }
        String name = options.packages().get(schema.namespace());
        if (name == null && !options.packages().isEmpty()) {
          name = options.allPackage();
        }
        if (name == null && options.allPackage() == null) {
          String own = JavaNames.packageName(schema.namespace());
          boolean isStandard = own.equals(JavaNames.standardPackageName(schema.namespace()));
          name = isStandard || schema.namespace().isEmpty() ? null : own;
        }
        if (name != null && seen.add(schema.namespace())) {
          schema.customize(
              0,
              new Customization(
                  "schemaBindings",
                  Map.of(),
                  List.of(Customization.of("package", Map.of("name", name)))));
        }
      }
    }

    private void global(SchemaPart schema) {
      List<Customization> said = new ArrayList<>();
      if (options.isSerializable()) {
        said.add(Customization.of("serializable", Map.of("uid", "1")));
      }
      String adapters = options.supportPackage();
      if (options.hasJavaTime()) {
        for (JavaTime each : JavaTime.values()) {
          said.add(
              Customization.of(
                  "javaType",
                  Map.of(
                      "name",
                      each.type(),
                      "xmlType",
                      SchemaEvents.XSD_PREFIX + ":" + each.xmlType(),
                      "parseMethod",
                      adapters + "." + JavaTime.CLASS + "." + each.parse(),
                      "printMethod",
                      adapters + "." + JavaTime.CLASS + "." + each.print())));
        }
      }
      if (!said.isEmpty()) {
        schema.customize(0, new Customization("globalBindings", Map.of(), said));
      }
    }
  }

  /**
   * Makes the map of {@code xs:anyAttribute} protected, as all other fields are: codecs of the same
   * package reach it then, which the application's compiler compiles.
   */
  private static final class ReachableFields extends Plugin {
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
}
