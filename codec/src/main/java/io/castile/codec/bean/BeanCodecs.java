package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.Codec.Explanation;
import io.castile.codec.CodecMode;
import io.castile.codec.binding.Annotations;
import io.castile.codec.binding.BoundMembers;
import io.castile.codec.binding.Construction;
import io.castile.codec.binding.Names;
import io.castile.codec.binding.UnsupportedBinding;
import io.castile.codec.value.EnumType;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.codec.value.ValueCodec;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.NameTable;
import io.castile.xml.Namespace;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of a set of Java types with Jakarta XML Binding annotations, with all that other
 * modules of Castile need of them; applications have {@link io.castile.codec.jaxb.Codecs}. Making
 * one is cheap: a class is planned when it is first written or read, and compiled when it has
 * become hot.
 *
 * <p>Thread-safe; made once per set of types and kept. Holds its types and their class loader as
 * long as it lives, and nothing else holds them for it.
 */
public final class BeanCodecs {
  private static final int MAX_CACHED_DECLS = 4096;

  private final Set<Class<?>> roots; // Guarded by planning until they are read.
  private final @Nullable Supplier<? extends Collection<Class<?>>> moreRoots; // null for none
  private volatile boolean rootsRead;
  private final CodecMode mode;
  private final boolean strict;
  private final XmlLimits limits;
  private final String defaultNamespace;
  private final NameTable names = new NameTable();
  private final Planner planner = new Planner(this);
  private final JaxbElements jaxbElements = new JaxbElements(this);
  private final ReferenceBinding reference = new ReferenceBinding(this);
  private final BindingCheck check = new BindingCheck(this);
  private final Map<Class<?>, CodecHolder> holders = new ConcurrentHashMap<>();
  private final Map<Class<?>, SimpleType> enums = new ConcurrentHashMap<>();
  private final Map<Class<?>, CodecHolder> actual = new ConcurrentHashMap<>();
  private final Map<ObjectFactories.Key, Optional<ElementDecl>> elementDecls =
      new ConcurrentHashMap<>();
  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>(1);

  /** Held while plans are made, never while messages are written or read. */
  private final ReentrantLock planning = new ReentrantLock();

  private final ObjectFactories registry =
      new ObjectFactories(this, planner); // Guarded by planning.
  private volatile @Nullable TypeIndex
      known; // null until needed, and again when a factory was added

  private BeanCodecs(Builder builder) {
    this.roots = new LinkedHashSet<>(builder.types);
    this.moreRoots = builder.moreTypes;
    this.mode = builder.mode;
    this.strict = builder.strict;
    this.limits = builder.limits;
    this.defaultNamespace = builder.defaultNamespace;
  }

  /** The given types and those that they name, without factories. */
  private Set<Class<?>> roots() {
    readRoots();
    return roots;
  }

  private ObjectFactories registry() {
    readRoots();
    return registry;
  }

  /** Only now: annotations of all types are read for it, and few services need all types. */
  private void readRoots() {
    if (rootsRead) {
      return;
    }
    planning.lock();
    try {
      if (!rootsRead) {
        if (moreRoots != null) {
          roots.addAll(moreRoots.get());
        }
        for (Class<?> type : List.copyOf(roots)) {
          addRoot(type);
        }
        rootsRead = true;
      }
    } finally {
      planning.unlock();
    }
  }

  private void addRoot(Class<?> type) {
    if (ObjectFactories.isFactory(type)) {
      roots.remove(type);
      registry.add(type);
    }
    XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
    if (seeAlso != null) {
      for (Class<?> other : seeAlso.value()) {
        if (ObjectFactories.isFactory(other)) {
          registry.add(other);
        } else if (roots.add(other)) {
          addRoot(other);
        }
      }
    }
  }

  /**
   * The codecs of these types and all that they refer to.
   *
   * @param types bound classes, enums, and {@code ObjectFactory} classes ({@code XmlRegistry})
   */
  public static BeanCodecs forTypes(Class<?>... types) {
    return builder().types(types).build();
  }

  /**
   * Whether values of a class are made by a constructor with arguments, and not as an empty bean:
   * records, and classes without a constructor without arguments.
   */
  public static boolean isMadeWhole(Class<?> type) {
    return Construction.isMadeWhole(type);
  }

  /** Shorthand for {@code forTypes(type).element(type, name)}. */
  public static <T> Codec<T> forElement(Class<T> type, QName name) {
    return forTypes(type).element(type, name);
  }

  /** A builder, for other settings than the usual ones. */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of a set of codecs. Not thread-safe. */
  public static final class Builder {
    private final Set<Class<?>> types = new LinkedHashSet<>();
    private @Nullable Supplier<? extends Collection<Class<?>>> moreTypes; // null for none
    private CodecMode mode = CodecMode.ADAPTIVE;
    private XmlLimits limits = XmlLimits.DEFAULT;
    private String defaultNamespace = "";
    private boolean strict;

    private Builder() {}

    /** Adds types, as {@link BeanCodecs#forTypes}. */
    public Builder types(Class<?>... more) {
      for (Class<?> type : more) {
        types.add(Objects.requireNonNull(type, "type"));
      }
      return this;
    }

    /**
     * Adds types that a supplier returns when they are first needed, once as a rule; in place of an
     * earlier supplier.
     */
    public Builder types(Supplier<? extends Collection<Class<?>>> more) {
      moreTypes = Objects.requireNonNull(more, "more");
      return this;
    }

    /** When classes are compiled; {@link CodecMode#ADAPTIVE} unless set. */
    public Builder mode(CodecMode value) {
      mode = Objects.requireNonNull(value, "mode");
      return this;
    }

    /** The limits of readers that these codecs make; {@link XmlLimits#DEFAULT} unless set. */
    public Builder limits(XmlLimits value) {
      limits = Objects.requireNonNull(value, "limits");
      return this;
    }

    /**
     * The namespace of types and root elements for which no annotation gives one; none unless set.
     * Jakarta XML Web Services runs the binding with the target namespace of the service.
     */
    public Builder defaultNamespace(String value) {
      defaultNamespace = Objects.requireNonNull(value, "defaultNamespace");
      return this;
    }

    /**
     * Whether elements and attributes that nothing is made of are refused, with an {@code
     * XmlDataException}; false unless set, as in the reference implementation. A reader with an own
     * {@link io.castile.xml.internal.PassedOver} goes by that.
     */
    public Builder strict(boolean refused) {
      strict = refused;
      return this;
    }

    /** The codecs. */
    public BeanCodecs build() {
      return new BeanCodecs(this);
    }
  }

  // ---- codecs of elements ----

  /**
   * The codec of a class with an element name of its own.
   *
   * @throws BindingException if the class has no {@code XmlRootElement}
   */
  public <T> Codec<T> of(Class<T> type) {
    QName name = withDefault(Names.rootName(type));
    if (name == null) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + " as an element, because it has no XmlRootElement. Use element(type, name) to give"
              + " the element's name.");
    }
    return element(type, name);
  }

  /**
   * The codec of an element of that name whose value is of that type, a bound class or a simple
   * type.
   */
  public <T> Codec<T> element(Class<T> type, QName name) {
    return root(name, type, List.of());
  }

  /**
   * The codec of an element of a generic type.
   *
   * @param annotations binding annotations of the parameter that has the type: {@code
   *     XmlJavaTypeAdapter}, {@code XmlList}
   */
  public Codec<Object> element(Type type, List<Annotation> annotations, QName name) {
    return root(name, type, annotations);
  }

  private <T> Codec<T> root(QName name, Type type, List<Annotation> annotations) {
    planning.lock();
    try {
      ElementProperty element =
          planner.element(name, type, new Annotations(annotations), Object.class, null);
      return new RootCodec<>(this, name, element);
    } finally {
      planning.unlock();
    }
  }

  /**
   * The codec of a wrapper element without a class. Its value is an array with the values of the
   * parts in their order; an absent part is null, or zero for a primitive.
   */
  public Codec<@Nullable Object[]> wrapper(QName name, List<WrapperPart> parts) {
    planning.lock();
    try {
      return new RootCodec<>(this, name, planner.wrapper(parts));
    } finally {
      planning.unlock();
    }
  }

  /** The plan of one part of a wrapper without a class. */
  public Property property(WrapperPart part) {
    planning.lock();
    try {
      return planner.part(part);
    } finally {
      planning.unlock();
    }
  }

  /**
   * The element properties of a bound class in the order in which they are written, inherited ones
   * first.
   */
  public List<BeanProperty> properties(Class<?> bean) {
    List<BeanProperty> all = new ArrayList<>();
    collectProperties(planOf(bean), bean, all);
    return List.copyOf(all);
  }

  private static void collectProperties(
      @Nullable BeanPlan plan, Class<?> bean, List<BeanProperty> into) {
    if (plan == null) {
      throw new BindingException(
          "Cannot list the properties of "
              + bean.getName()
              + ", because the reference implementation binds it.");
    }
    if (plan.parent != null) {
      collectProperties(plan.parent, bean, into);
    }
    for (Property property : plan.own) {
      if (!property.elementNames().isEmpty()) {
        into.add(new PlannedProperty(property));
      }
    }
  }

  /**
   * Returns the maker of values of a bound class out of {@link #properties}.
   *
   * @throws BindingException if the class cannot be made, or is handed to the reference
   *     implementation
   */
  public BeanMaker maker(Class<?> bean) {
    BeanPlan plan = planOf(bean);
    if (plan == null) {
      throw new BindingException(
          "Cannot construct "
              + bean.getName()
              + " from properties, because the reference implementation binds it.");
    }
    return new BeanMaker(plan);
  }

  /**
   * Plans the classes that a codec of these refers to by static types and {@code XmlSeeAlso}, which
   * else is done class by class when one is met first, so that what is wrong is said now.
   *
   * @param where what has the codec: the beginning of the way that errors tell
   * @throws BindingException if something cannot be bound; the message has the way from {@code
   *     where} to it
   */
  public void check(Codec<?> codec, String where) {
    check.check(((RootCodec<?>) codec).value(), where);
  }

  /** Explains, for developers, what became of a class and of all that it refers to. */
  public List<Explanation> explain(Class<?> bean) {
    return ClassExplanations.of(List.of(bean), this);
  }

  /** Like {@link #explain(Class)}, of several classes; simple types and enums are passed over. */
  public List<Explanation> explain(Collection<Class<?>> beans) {
    return ClassExplanations.of(beans, this);
  }

  /**
   * Returns the source of the code that writes and reads a bound class once it is compiled, for
   * developers to read.
   *
   * @throws BindingException if the class cannot be compiled, or is handed to the reference
   *     implementation; the message says why
   */
  public String source(Class<?> bean) {
    BeanPlan plan = planOf(bean);
    if (plan == null) {
      throw new BindingException(
          "Cannot generate code for "
              + bean.getName()
              + ", because the reference implementation binds it.");
    }
    return BeanCompiler.instance().source(plan);
  }

  /**
   * The classes that these codecs know: those that they were made with, and those to which {@code
   * XmlSeeAlso}, superclasses, object factories and the static types of properties lead.
   *
   * @throws BindingException if one of them cannot be bound
   */
  public Set<Class<?>> types() {
    return Collections.unmodifiableSet(known().all());
  }

  /** The names known to these codecs. */
  public NameTable names() {
    return names;
  }

  /**
   * A new reader that knows these names and has these limits; owned by the caller, to be reused by
   * reset.
   */
  public XmlReader newReader() {
    return new XmlReader(names, limits);
  }

  // ---- names ----

  /** The name of the schema type of a class; null for an anonymous type. */
  @Nullable XmlName typeName(Class<?> type) {
    return nameOrNull(withDefault(Names.typeName(type)));
  }

  /** The element name of a class; null without {@code XmlRootElement}. */
  @Nullable XmlName rootName(Class<?> type) {
    return nameOrNull(withDefault(Names.rootName(type)));
  }

  String defaultNamespace() {
    return defaultNamespace;
  }

  private @Nullable QName withDefault(@Nullable QName name) {
    return name == null || defaultNamespace.isEmpty() || !name.getNamespaceURI().isEmpty()
        ? name
        : new QName(defaultNamespace, name.getLocalPart());
  }

  private @Nullable XmlName nameOrNull(@Nullable QName name) {
    return name == null ? null : name(name);
  }

  XmlName name(QName name) {
    return names.intern(name.getNamespaceURI(), name.getLocalPart());
  }

  Markup markup(QName name) {
    return markup(name(name));
  }

  Markup markup(XmlName name) {
    return new Markup(name, needsNoPrefix(name.uri()) ? null : namespace(name.uri()));
  }

  /** The prefix that these codecs write for a namespace. */
  String prefix(String uri) {
    return uri.equals(XMLConstants.XML_NS_URI)
        ? XMLConstants.XML_NS_PREFIX
        : namespace(uri).prefix();
  }

  private static boolean needsNoPrefix(String uri) {
    return uri.isEmpty() || uri.equals(XMLConstants.XML_NS_URI);
  }

  /** The namespace with the one prefix that these codecs write for it. */
  Namespace namespace(String uri) {
    if (uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
      return XsiMarkup.XSI;
    }
    Namespace known = namespaces.get(uri);
    if (known != null) {
      return known;
    }
    planning.lock();
    try {
      known = namespaces.get(uri);
      if (known == null) {
        known = new Namespace("n" + (namespaces.size() + 1), uri);
        namespaces.put(uri, known);
      }
      return known;
    } finally {
      planning.unlock();
    }
  }

  // ---- what the plan asks for ----

  public CodecMode mode() {
    return mode;
  }

  /** Whether what nothing is made of is refused. */
  boolean isStrict() {
    return strict;
  }

  JaxbElements jaxbElements() {
    return jaxbElements;
  }

  CodecHolder holder(Class<?> type) {
    CodecHolder known = holders.get(type);
    if (known == null) {
      CodecHolder added = new CodecHolder(type, this);
      known = holders.putIfAbsent(type, added);
      known = known == null ? added : known;
    }
    return known;
  }

  public BeanCodec beanCodec(Class<?> type) {
    return holder(type).codec();
  }

  /** The plan of a class; null where it is handed to the reference implementation. */
  public @Nullable BeanPlan planOf(Class<?> type) {
    return beanCodec(type) instanceof TypeCodec planned ? planned.plan : null;
  }

  /**
   * The plan by which values of a class have been written or read, its own or that of a superclass;
   * null where there is none yet.
   */
  @Nullable BeanPlan planInUse(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      CodecHolder holder = holders.get(c);
      if (holder != null && holder.codecOrNull() instanceof TypeCodec planned) {
        return planned.plan;
      }
    }
    return null;
  }

  /** Plans the class of an empty holder. */
  BeanCodec plan(CodecHolder holder) {
    planning.lock();
    try {
      BeanCodec made = holder.codecOrNull();
      if (made != null) {
        return made;
      }
      made = plan(holder.type, holder);
      holder.replace(made);
      return made;
    } finally {
      planning.unlock();
    }
  }

  private BeanCodec plan(Class<?> type, CodecHolder holder) {
    try {
      if (isCycleRecoverable(type)) {
        throw new UnsupportedBinding("CycleRecoverable");
      }
      Class<?> superclass = BoundMembers.boundSuperclass(type);
      TypeCodec parent = null;
      if (superclass != null && !Construction.isMadeWhole(type)) {
        BeanCodec codec = beanCodec(superclass);
        if (!(codec instanceof TypeCodec planned)) {
          throw new UnsupportedBinding("superclass " + superclass.getName());
        }
        if (planned.plan.construction != null) {
          throw new BindingException(
              "Cannot bind "
                  + type.getName()
                  + ", because it extends "
                  + superclass.getName()
                  + ", which is constructed with arguments. Give that class a constructor without"
                  + " arguments.");
        }
        parent = planned;
      }
      return new InterpretedCodec(
          planner.plan(type, parent == null ? null : parent.plan), parent, holder);
    } catch (UnsupportedBinding e) {
      if (Construction.isMadeWhole(type)) {
        throw new BindingException(
            "Cannot bind "
                + type.getName()
                + ", because it has no constructor without arguments: "
                + e.getMessage(),
            e);
      }
      return reference.codec(type, e.getMessage());
    }
  }

  /**
   * Whether instances say what is written where they would contain themselves. By its name, as an
   * application without such classes needs nothing of the reference implementation.
   */
  private static boolean isCycleRecoverable(@Nullable Class<?> type) {
    return type != null
        && (type.getName().equals("org.glassfish.jaxb.runtime.CycleRecoverable")
            || isCycleRecoverable(type.getSuperclass())
            || Arrays.stream(type.getInterfaces()).anyMatch(BeanCodecs::isCycleRecoverable));
  }

  /**
   * Replaces the interpreter of a class by compiled code, if it can be compiled; false if that has
   * to wait because something is being planned.
   */
  boolean compileHot(CodecHolder holder) {
    if (!planning.tryLock()) {
      return false;
    }
    try {
      compile(holder);
      return true;
    } finally {
      planning.unlock();
    }
  }

  /**
   * Compiles the codec of a wrapper without a class; returns the interpreter where it cannot be
   * compiled.
   */
  TypeCodec compileHotWrapper(InterpretedCodec interpreted) {
    planning.lock();
    try {
      return compileWrapper(interpreted);
    } finally {
      planning.unlock();
    }
  }

  /** Does so beside whatever is being planned: a plan is not changed once it is in its holder. */
  void compile(CodecHolder holder) {
    if (holder.codecOrNull() instanceof InterpretedCodec interpreted) {
      BeanCompiler.instance().compile(interpreted, this);
    }
  }

  /** Compiles the codec of a wrapper. */
  TypeCodec compileWrapper(InterpretedCodec interpreted) {
    return BeanCompiler.instance().compileWrapper(interpreted, this);
  }

  /** How a value of that class is written where nothing more is known of it. */
  ValueCodec valueCodec(Class<?> type) {
    planning.lock();
    try {
      return planner.value(type);
    } finally {
      planning.unlock();
    }
  }

  /** The codec of the class that a value has, or of that superclass of it which is known. */
  BeanCodec beanCodecOf(Object value, @Nullable BeanCodec declared) {
    Class<?> type = value.getClass();
    if (declared != null && declared.type() == type) {
      return declared;
    }
    CodecHolder holder = actual.get(type);
    if (holder == null) {
      holder = findActual(type, declared);
      actual.put(type, holder);
    }
    return holder.codec();
  }

  private CodecHolder findActual(Class<?> type, @Nullable BeanCodec declared) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if ((declared != null && declared.type() == c)
          || c.isAnnotationPresent(XmlType.class)
          || c.isAnnotationPresent(XmlRootElement.class)
          || known().all().contains(c)) {
        return holder(c);
      }
    }
    throw new BindingException(
        "Cannot use "
            + type.getName()
            + ", because it is not known here. Name it in Codecs.forTypes or in an XmlSeeAlso.");
  }

  /** The simple type of a class, built in or an enum; null if it has none. */
  public @Nullable SimpleType simpleType(Class<?> type) {
    SimpleType simple = SimpleTypes.of(type);
    if (simple != null) {
      return simple;
    }
    Class<?> declaring =
        type.getSuperclass() != null && type.getSuperclass().isEnum() ? type.getSuperclass() : type;
    return declaring.isEnum()
        ? enums.computeIfAbsent(declaring, e -> new EnumType(e, withDefault(Names.typeName(e))))
        : SimpleTypes.ofSubclass(type);
  }

  /** The simple type of that name, built in or an enum; null if it is none. */
  @Nullable SimpleType simpleType(XmlName name) {
    SimpleType simple = SimpleTypes.ofSchemaType(name.uri(), name.local());
    if (simple != null) {
      return simple;
    }
    Class<?> type = known().ofTypeName(name);
    return type == null ? null : simpleType(type);
  }

  /**
   * The codec of the class that {@code xsi:type} names, if it is a concrete subclass of {@code
   * base}; else null.
   */
  @Nullable BeanCodec subtype(XmlName name, Class<?> base) {
    Class<?> type = known().ofTypeName(name);
    return type == null || type.isEnum() || !base.isAssignableFrom(type) ? null : beanCodec(type);
  }

  /** The codec of the class with that element name; null if there is none. */
  @Nullable BeanCodec rootElement(XmlName name) {
    Class<?> type = known().ofRootName(name);
    return type == null ? null : beanCodec(type);
  }

  private TypeIndex known() {
    TypeIndex current = known;
    if (current != null) {
      return current;
    }
    planning.lock();
    try {
      int factories;
      do { // planning a class may bring in the factory of its package
        factories = registry().factories().size();
        Set<Class<?>> all = new LinkedHashSet<>(roots());
        all.addAll(registry.types());
        current = new TypeIndex(all, this);
      } while (factories != registry().factories().size());
      known = current;
      return current;
    } finally {
      planning.unlock();
    }
  }

  /** The classes that a class refers to by the static types of its properties. */
  void collectTypes(Class<?> type, Set<Class<?>> into) {
    BeanPlan plan = planOf(type);
    if (plan != null) {
      plan.own.forEach(property -> property.collectTypes(into));
    }
  }

  void useObjectFactoryOf(Class<?> type) {
    if (registry().addFactoryOf(type)) {
      elementDecls.clear();
      known = null;
    }
  }

  /** The declared element of that name; null if there is none. */
  @Nullable ElementDecl elementDecl(@Nullable Class<?> scope, XmlName name) {
    ObjectFactories.Key key = new ObjectFactories.Key(scope, name);
    Optional<ElementDecl> cached = elementDecls.get(key);
    if (cached == null) {
      planning.lock();
      try {
        cached = Optional.ofNullable(registry().element(scope, name));
      } finally {
        planning.unlock();
      }
      // A name that no factory declares comes from a message: it must not fill memory.
      if (cached.isPresent() || elementDecls.size() < MAX_CACHED_DECLS) {
        elementDecls.put(key, cached);
      }
    }
    return cached.orElse(null);
  }

  List<ElementDecl> substitutesOf(ElementDecl head) {
    return registry().substitutesOf(head);
  }

  List<ElementDecl> globalElementsOfType(Class<?> type) {
    return registry().globalElementsOfType(type);
  }

  /** The known classes with an element name of their own that are of that type. */
  List<BeanRef> elementsOfType(Class<?> type) {
    Set<Class<?>> candidates = new LinkedHashSet<>(List.of(type));
    candidates.addAll(roots());
    candidates.addAll(registry.types());
    XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
    if (seeAlso != null) {
      candidates.addAll(List.of(seeAlso.value()));
    }
    List<BeanRef> found = new ArrayList<>();
    for (Class<?> candidate : candidates) {
      if (type.isAssignableFrom(candidate) && Names.rootName(candidate) != null) {
        found.add(new BeanRef(candidate, this));
      }
    }
    return found;
  }

  /**
   * The classes for a context of the reference implementation that knows what these codecs know.
   */
  Set<Class<?>> referenceTypes() {
    Set<Class<?>> all = new LinkedHashSet<>(roots());
    all.addAll(registry.factories());
    return all;
  }

  Namespace[] namespacesOf(ValueCodec codec) {
    if (codec instanceof BeanRef bean) {
      return bean.codec().namespaces();
    }
    return new Namespace[0];
  }
}
