package io.castile.soap.model.internal;

import io.castile.codec.BindingException;
import io.castile.codec.Codec.Explanation;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.binding.JavaxAnnotations;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.encoded.EncodedSchema;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import io.castile.xml.NameTable;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A service: its names, its operations, and the codecs of their messages, read once from the
 * annotations of a service endpoint interface or an implementation class.
 *
 * <p>Thread-safe. The messages of an operation are planned when they are first needed, or by {@link
 * #plan}; nothing else changes.
 */
public final class ServiceModel {
  /**
   * The models of interfaces, by codec mode, each for as long as it is referenced. Nothing here
   * leads from an interface to this class: the interface may be there for longer.
   */
  private static final ClassValue<AtomicReferenceArray<WeakReference<ServiceModel>>> SHARED =
      new ClassValue<>() {
        @Override
        protected AtomicReferenceArray<WeakReference<ServiceModel>> computeValue(Class<?> type) {
          return new AtomicReferenceArray<>(CodecMode.values().length);
        }
      };

  private static final QName UNNAMED = new QName("messages");

  private static final MessageDescription ANYTHING =
      new MessageDescription(1, null, null, false, List.of());

  private final Class<?> type;
  private final ServiceNames names;
  private final SoapVersion version;
  private final ServiceCodecs codecs;
  private final ServiceTypes types;
  private final List<OperationModel> operations;

  /** Null before a request is dispatched: a client's never is. */
  private volatile @Nullable Map<QName, List<OperationModel>> byRequestElement;

  private final MessageTools tools;

  /** The WSDL and what it refers to, where the application has brought them; else empty. */
  private final Map<URI, byte[]> documents;

  /**
   * The context whose clients share this; null where none do. Written before this is known to
   * others.
   */
  private @Nullable WeakReference<ClassLoader> context;

  /** Takes whatever comes; null where operations are told by their elements. */
  private final @Nullable OperationModel any;

  /** The names that the messages have; null where the codecs know them. */
  private final @Nullable NameTable ownNames;

  private ServiceModel(
      Class<?> type,
      ServiceNames names,
      SoapVersion version,
      ServiceCodecs codecs,
      ServiceTypes types,
      List<OperationModel> operations) {
    this.type = type;
    this.names = names;
    this.version = version;
    this.codecs = codecs;
    this.types = types;
    this.operations = List.copyOf(operations);
    this.any = null;
    this.ownNames = null;
    this.tools = new MessageTools();
    this.documents = Map.of();
    checkDistinct(false);
  }

  private static Map<QName, List<OperationModel>> byElement(List<OperationModel> operations) {
    Map<QName, List<OperationModel>> byElement = new HashMap<>();
    for (OperationModel operation : operations) {
      QName element = operation.requestElement();
      List<OperationModel> sharing = byElement.get(element);
      byElement.put(element, sharing == null ? List.of(operation) : and(sharing, operation));
    }
    return byElement;
  }

  /** A service of messages, whatever they hold. */
  private ServiceModel(Class<?> type, ServiceNames names, SoapVersion version) {
    this.type = type;
    this.names = names;
    this.version = version;
    this.types = new ServiceTypes(type, type, new FoundClasses(type), null);
    this.codecs = new ServiceCodecs(types, CodecMode.ADAPTIVE, "");
    this.ownNames = null;
    this.any = anyOperation(names, Provider.class, "invoke", ANYTHING);
    this.operations = List.of(any, anyOperation(names, Dispatch.class, "invokeOneWay", null));
    this.tools = new MessageTools();
    this.documents = Map.of();
  }

  /**
   * Constructs a model like {@code other}, with which this shares all that reads and writes
   * messages.
   */
  private ServiceModel(ServiceModel other, PortDescription port) {
    this.type = other.type;
    this.names = other.names.of(port);
    this.version = port.version() == null ? other.version : port.version();
    this.codecs = other.codecs;
    this.types = other.types;
    this.operations = other.operations;
    this.any = other.any;
    this.ownNames = other.ownNames;
    this.tools = other.tools;
    this.documents = port.documents().isEmpty() ? other.documents : port.documents();
  }

  /**
   * Returns this service with the description of its port outside of its classes. Both share
   * codecs, and what reads and writes messages.
   */
  public ServiceModel described(PortDescription port) {
    return port.isNothing() ? this : new ServiceModel(this, port);
  }

  /** A service without classes. */
  private ServiceModel(
      ServiceNames names,
      SoapVersion version,
      NameTable ownNames,
      List<DescribedOperation> described) {
    this.type = DescribedOperation.class;
    this.names = names;
    this.version = version;
    this.types = new ServiceTypes(type, type, new FoundClasses(type), null);
    this.codecs = new ServiceCodecs(types, CodecMode.ADAPTIVE, "");
    this.any = null;
    this.ownNames = ownNames;
    this.operations = described.stream().map(OperationModel::new).toList();
    this.tools = new MessageTools();
    this.documents = Map.of();
  }

  private static List<OperationModel> and(List<OperationModel> some, OperationModel more) {
    List<OperationModel> all = new ArrayList<>(some);
    all.add(more);
    return all;
  }

  private static OperationModel anyOperation(
      ServiceNames names, Class<?> owner, String method, @Nullable MessageDescription response) {
    try {
      OperationDescription description =
          new OperationDescription(
              new QName(names.portType().getNamespaceURI(), method),
              Operation.Style.BARE,
              false,
              "",
              owner.getMethod(method, Object.class),
              ANYTHING,
              response,
              new int[0],
              List.of());
      return new OperationModel(
          description, new OperationDescriptions.OfOne(description), new AnyMessages());
    } catch (NoSuchMethodException e) {
      throw new AssertionError(owner + " has the method", e);
    }
  }

  /**
   * Reads a service endpoint interface.
   *
   * @throws IllegalArgumentException if it is not one, or its annotations contradict each other
   */
  public static ServiceModel of(Class<?> sei) {
    return of(sei, CodecMode.ADAPTIVE);
  }

  /** Reads a service endpoint interface, with codecs that are compiled as {@code mode} says. */
  public static ServiceModel of(Class<?> sei, CodecMode mode) {
    if (!sei.isInterface()) {
      throw new IllegalArgumentException(
          "Cannot make a client of "
              + sei.getName()
              + ", because it is not an interface. Pass a service endpoint interface.");
    }
    checkJavax(sei);
    if (!sei.isAnnotationPresent(WebService.class)) {
      checkJavaxInFile(sei);
      throw new IllegalArgumentException(
          "Cannot use "
              + sei.getName()
              + " as a service, because it has no @WebService annotation (jakarta.jws).");
    }
    return read(sei, sei, mode);
  }

  /**
   * Returns the model that clients of an interface share, while one of them is in use: they share
   * its codecs, readers and writers. The codecs know classes of the values that they have met; so
   * no model is shared by applications, as context class loaders tell them apart.
   */
  public static ServiceModel shared(Class<?> sei, CodecMode mode) {
    AtomicReferenceArray<WeakReference<ServiceModel>> models = SHARED.get(sei);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ServiceModel read = null;
    while (true) {
      WeakReference<ServiceModel> known = models.get(mode.ordinal());
      ServiceModel model = known == null ? null : known.get();
      if (model != null && model.context != null && model.context.refersTo(context)) {
        return model;
      }
      if (read == null) {
        read = of(sei, mode);
        read.context = new WeakReference<>(context);
      }
      if (models.compareAndSet(mode.ordinal(), known, new WeakReference<>(read))) {
        return read;
      }
    }
  }

  /**
   * Reads an implementation class: the interface that its {@code WebService} annotation names, else
   * the one annotated interface that it implements if it is not annotated itself, else the class.
   *
   * @throws IllegalArgumentException if none of these is annotated with {@code WebService}, the
   *     annotations contradict each other, or two operations have one request element and are not
   *     told by their actions: a client of these can call both
   */
  public static ServiceModel ofImplementation(Class<?> implementation) {
    return ofImplementation(implementation, CodecMode.ADAPTIVE);
  }

  /** Reads an implementation class, with codecs that are compiled as {@code mode} says. */
  public static ServiceModel ofImplementation(Class<?> implementation, CodecMode mode) {
    ServiceModel model = read(endpointInterface(implementation), implementation, mode);
    model.checkDistinct(true);
    return model;
  }

  /**
   * Reads a class that may be a service: an interface, which must be one, or an implementation
   * class; returns none for a class that is no service.
   *
   * @throws IllegalArgumentException if it is an interface that is no service endpoint interface,
   *     or a service that is not as it must be
   */
  public static Optional<ServiceModel> find(Class<?> type) {
    if (type.isInterface()) {
      return Optional.of(of(type));
    }
    return isImplementation(type) ? Optional.of(ofImplementation(type)) : Optional.empty();
  }

  private static boolean isImplementation(Class<?> type) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      if (owner.isAnnotationPresent(WebService.class)) {
        return true;
      }
      for (Class<?> implemented : owner.getInterfaces()) {
        if (implemented.isAnnotationPresent(WebService.class)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the interfaces that a client's port implements, in the order in which its proxy is
   * made: a native image has to know them before.
   */
  public static List<Class<?>> portTypes(Class<?> sei) {
    return List.of(sei, BindingProvider.class, Closeable.class);
  }

  /**
   * Returns a service whose messages hold any element. Its operations are {@code invoke}, which
   * takes all requests, and {@code invokeOneWay}; a value is the element in the body as a document
   * in UTF-8 (a byte array), or null for an empty body.
   *
   * @param version the version of SOAP
   */
  public static ServiceModel ofMessages(SoapVersion version) {
    return new ServiceModel(
        Dispatch.class, new ServiceNames(UNNAMED, false, UNNAMED, false, UNNAMED, ""), version);
  }

  /**
   * Models a provider like {@link #ofMessages}, with the names and the version of its annotations.
   *
   * @throws IllegalArgumentException if it is not annotated with {@code WebServiceProvider}
   */
  public static ServiceModel ofProvider(Class<?> provider) {
    return new ServiceModel(
        provider, ServiceNames.ofProvider(provider), bindingVersion(provider, provider));
  }

  /**
   * Returns a service of which no class says anything.
   *
   * @param service the name of the service
   * @param port the name of the port
   * @param portType the name of the port type
   * @param version the version of SOAP
   * @param names those that occur in the messages
   * @param operations its operations, in any order
   */
  public static ServiceModel described(
      QName service,
      QName port,
      QName portType,
      SoapVersion version,
      NameTable names,
      List<DescribedOperation> operations) {
    return new ServiceModel(
        new ServiceNames(service, true, port, true, portType, ""), version, names, operations);
  }

  private static SoapVersion bindingVersion(Class<?> service, Class<?> sei) {
    BindingType binding = service.getAnnotation(BindingType.class);
    if (binding == null) {
      binding = sei.getAnnotation(BindingType.class);
    }
    return binding == null ? SoapVersion.SOAP_1_1 : SoapVersion.ofBinding(binding.value());
  }

  private static Class<?> endpointInterface(Class<?> implementation) {
    checkJavax(implementation);
    WebService service = annotation(implementation);
    if (service != null && !service.endpointInterface().isEmpty()) {
      Class<?> sei = JaxwsNames.find(service.endpointInterface(), implementation);
      if (sei == null) {
        throw new IllegalArgumentException(
            "Cannot use "
                + implementation.getName()
                + " as a service, because its endpointInterface "
                + service.endpointInterface()
                + " is not on the class path.");
      }
      return sei;
    }
    if (service != null) {
      return Objects.requireNonNull(annotatedClass(implementation));
    }
    List<Class<?>> candidates = new ArrayList<>();
    for (Class<?> owner = implementation; owner != null; owner = owner.getSuperclass()) {
      for (Class<?> candidate : owner.getInterfaces()) {
        if (candidate.isAnnotationPresent(WebService.class) && !candidates.contains(candidate)) {
          candidates.add(candidate);
        }
      }
    }
    if (candidates.size() != 1) {
      for (Class<?> owner = implementation; owner != null; owner = owner.getSuperclass()) {
        checkJavaxInFile(owner);
        for (Class<?> candidate : owner.getInterfaces()) {
          checkJavaxInFile(candidate);
        }
      }
      throw new IllegalArgumentException(
          "Cannot use "
              + implementation.getName()
              + " as a service, because it has no @WebService, and "
              + candidates.size()
              + " of its interfaces have it. Annotate it, or exactly one interface.");
    }
    return candidates.get(0);
  }

  private static void checkJavax(Class<?> type) {
    String javax = JavaxAnnotations.in(type.getAnnotations(), type.getName());
    if (javax != null) {
      throw new IllegalArgumentException(javax);
    }
  }

  private static void checkJavaxInFile(Class<?> type) {
    String javax = JavaxAnnotations.inClassFile(type);
    if (javax != null) {
      throw new IllegalArgumentException(javax);
    }
  }

  private static @Nullable WebService annotation(Class<?> implementation) {
    Class<?> annotated = annotatedClass(implementation);
    return annotated == null ? null : annotated.getAnnotation(WebService.class);
  }

  /** The class itself, or the parent that a container's subclass hides. */
  private static @Nullable Class<?> annotatedClass(Class<?> implementation) {
    for (Class<?> owner = implementation; owner != null; owner = owner.getSuperclass()) {
      if (owner.isAnnotationPresent(WebService.class)) {
        return owner;
      }
    }
    return null;
  }

  private static ServiceModel read(Class<?> sei, Class<?> service, CodecMode mode) {
    SeiReader reader = new SeiReader(sei);
    Class<?> annotated = annotatedClass(service);
    FoundClasses found = new FoundClasses(sei);
    ServiceTypes types = new ServiceTypes(sei, service, found, reader);
    ServiceCodecs codecs = new ServiceCodecs(types, mode, JaxwsNames.targetNamespace(sei));
    MessagePlanner planner = new ServiceMessages(found, codecs);
    List<OperationModel> operations = new ArrayList<>();
    for (OperationDescription description : reader.operations()) {
      operations.add(new OperationModel(description, reader, planner));
    }
    return new ServiceModel(
        sei,
        ServiceNames.of(sei, annotated == null ? sei : annotated),
        bindingVersion(service, sei),
        codecs,
        types,
        operations);
  }

  /**
   * Checks that operations with one request element are told by their actions, as a server has to
   * tell them. A client calls what it is told to; for it, methods of one name are a mistake only.
   */
  private void checkDistinct(boolean isServer) {
    for (Map.Entry<QName, List<OperationModel>> entry : byElement(operations).entrySet()) {
      List<OperationModel> sharing = entry.getValue();
      if (sharing.size() > 1 && !isTold(sharing) && (isServer || isOverloaded(sharing))) {
        throw new IllegalArgumentException(
            "Cannot tell methods "
                + sharing.stream().map(OperationModel::method).toList()
                + " of "
                + type.getName()
                + " apart, because they have the same request element "
                + (entry.getKey() == null ? "(none)" : entry.getKey())
                + ". Give them different @WebMethod(operationName) or (action).");
      }
    }
  }

  private static boolean isOverloaded(List<OperationModel> sharing) {
    Set<String> methods = new HashSet<>();
    return !sharing.stream().allMatch(each -> methods.add(each.method().getName()));
  }

  /** Whether operations that share a request element are told by their actions. */
  private static boolean isTold(List<OperationModel> sharing) {
    Set<String> actions = new HashSet<>();
    for (OperationModel operation : sharing) {
      if (operation.action().isEmpty() || !actions.add(operation.action())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the service endpoint interface, or the class where there is no interface. */
  public Class<?> type() {
    return type;
  }

  /** Returns the name of the service. */
  public QName serviceName() {
    return names.service();
  }

  /** Whether an annotation, or the application, says the name of the service. */
  public boolean saysServiceName() {
    return names.saysService();
  }

  /** Whether an annotation, or the application, says the name of the port. */
  public boolean saysPortName() {
    return names.saysPort();
  }

  /** Returns the name of the port. */
  public QName portName() {
    return names.port();
  }

  /** Returns the name of the port type. */
  public QName portTypeName() {
    return names.portType();
  }

  /** Returns the place of the service's WSDL as annotated; empty for none. */
  public String wsdlLocation() {
    return names.wsdlLocation();
  }

  /**
   * Returns the WSDL, first, and the documents to which it refers, where the application has
   * brought them.
   */
  public Map<URI, byte[]> documents() {
    return documents;
  }

  /** Whether there is a WSDL that was written before the service. */
  public boolean hasGivenWsdl() {
    return !documents.isEmpty() || !wsdlLocation().isEmpty();
  }

  /** Whether service and port have names of their own: those of a dispatch may have none. */
  public boolean isNamed() {
    return !UNNAMED.equals(names.service());
  }

  /** Returns the version of SOAP that the binding prescribes; SOAP 1.1 by default. */
  public SoapVersion version() {
    return version;
  }

  /**
   * Returns the schemas of the service's encoded messages, without any type named yet; null if it
   * has none.
   */
  public @Nullable EncodedSchema encodedSchema() {
    boolean isEncoded = operations.stream().anyMatch(OperationModel::isEncoded);
    return isEncoded ? codecs.encoded().schema(names.portType().getNamespaceURI()) : null;
  }

  /** Returns the codecs of all types of the service. */
  public BeanCodecs codecs() {
    return codecs.get();
  }

  /** Returns the names that readers of messages know. */
  public NameTable names() {
    return ownNames == null ? codecs().names() : ownNames;
  }

  /** Returns the idle readers and writers of this service's messages. */
  public MessageTools tools() {
    return tools;
  }

  /** The bound classes of all messages. */
  public List<Class<?>> boundTypes() {
    return types.get();
  }

  /** Returns the exceptions that operations declare as their faults. */
  public Set<Class<? extends Throwable>> exceptions() {
    return types.exceptions();
  }

  /**
   * Returns the names by which classes are looked for when messages are planned: those of wrappers
   * and faults, whether there are such classes or not.
   */
  public Set<String> namedClasses() {
    return types.names();
  }

  /** Returns the operations, ordered by method name. */
  public List<OperationModel> operations() {
    return operations;
  }

  /** Whether messages hold any element, so that there is no schema of them. */
  public boolean isUntyped() {
    return any != null;
  }

  /** Whether there are operations whose items are given or taken one by one, as streams. */
  public boolean hasItems() {
    return operations().stream().anyMatch(OperationModel::hasItems);
  }

  /** Whether there are such items in requests. */
  public boolean takesItems() {
    return operations().stream().anyMatch(OperationModel::takesItems);
  }

  /**
   * Returns the operation of a method of {@link #type}, or of one that overrides it; null for none.
   */
  public @Nullable OperationModel operation(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    for (int i = operations.size() - 1; any == null && i >= 0; i--) {
      OperationModel operation = operations.get(i);
      Method own = operation.method();
      if (own.getName().equals(method.getName())
          && Arrays.equals(own.getParameterTypes(), parameters)) {
        return operation;
      }
    }
    return null;
  }

  /** Returns the values that a request of an operation carries, by their slots. */
  public List<Parameter> requestParameters(OperationModel operation) {
    DescribedOperation described = operation.described();
    return described == null
        ? parameters(operation.request())
        : described.messages().requestParameters();
  }

  /** Returns a deep copy of the values of a request, by their slots. */
  public Object[] copyOfRequest(OperationModel operation, Object[] values) {
    BodyCodec.Encoded encoded =
        operation.request().body() instanceof BodyCodec.Encoded body ? body : null;
    Object[] copy = encoded == null ? values.clone() : encoded.copy(values);
    for (Parameter parameter : requestParameters(operation)) {
      if (encoded == null || !encoded.has(parameter.slot())) {
        copy[parameter.slot()] = parameter.codec().copy(values[parameter.slot()]);
      }
    }
    return copy;
  }

  /**
   * Returns the values that a response of an operation carries, by their slots; none for a one-way
   * operation.
   */
  public List<Parameter> responseParameters(OperationModel operation) {
    DescribedOperation described = operation.described();
    if (described != null) {
      return described.messages().responseParameters();
    }
    Message response = operation.response();
    return response == null ? List.of() : parameters(response);
  }

  private List<Parameter> parameters(Message message) {
    return Stream.concat(
            message.bodyParts().stream(), message.headers().stream().map(Message.Header::part))
        .map(part -> part.toParameter(codecs(), message.body()))
        .sorted(Comparator.comparingInt(Parameter::slot))
        .toList();
  }

  /**
   * Plans the messages and faults of all operations, each of which is else planned when it is first
   * called, and reports the errors of these plans.
   *
   * @throws BindingException if a wrapper or fault class does not fit, or a type cannot be bound
   */
  public void plan() {
    if (any != null) {
      return;
    }
    for (OperationModel operation : operations) {
      operation.plan();
      String where = type.getSimpleName() + "." + operation.method().getName();
      check(operation.request(), where);
      if (operation.response() != null) {
        check(operation.response(), where);
      }
      for (FaultType fault : operation.faults()) {
        if (fault.codec() != null) {
          codecs().check(fault.codec(), where + ", fault");
        }
      }
    }
  }

  private void check(Message message, String where) {
    if (message.body().codec() != null) {
      codecs().check(message.body().codec(), where);
    }
    for (Message.Header header : message.headers()) {
      if (header.codec() != null) {
        codecs().check(header.codec(), where + ", header");
      }
    }
  }

  /**
   * Explains how the codecs treat each class in messages and faults of the operations.
   *
   * @throws BindingException if a class cannot be bound
   */
  public List<Explanation> explain() {
    return codecs().explain(boundTypes());
  }

  /**
   * Generates the code of all messages of the service, and of the classes that these may name, to
   * be kept with the application: see {@link CodeGenerator}.
   */
  public CodeGenerator generateCode() {
    CodeGenerator generator = new CodeGenerator(codecs());
    for (OperationModel operation : operations()) {
      generate(operation.request(), generator);
      if (operation.response() != null) {
        generate(operation.response(), generator);
      }
      for (FaultType fault : operation.faults()) {
        if (fault.codec() != null) {
          generator.add(fault.codec());
        }
      }
    }
    if (!operations().stream().allMatch(OperationModel::isEncoded)) {
      generator.addKnown();
    }
    return generator;
  }

  private static void generate(Message message, CodeGenerator generator) {
    if (message.body().codec() != null) {
      generator.add(message.body().codec());
    }
    for (Message.Header header : message.headers()) {
      if (header.codec() != null) {
        generator.add(header.codec());
      }
    }
  }

  /**
   * The operation of a request, from its body's element; from the action where several share it.
   *
   * @param element null for an empty body
   * @return null if there is none
   */
  public @Nullable OperationModel dispatch(@Nullable QName element, String action) {
    if (any != null) {
      return any;
    }
    Map<QName, List<OperationModel>> byElement = byRequestElement;
    if (byElement == null) {
      byElement = byElement(operations);
      byRequestElement = byElement;
    }
    List<OperationModel> candidates = byElement.getOrDefault(element, List.of());
    if (candidates.size() == 1) {
      return candidates.get(0);
    }
    for (OperationModel candidate : candidates) {
      if (candidate.action().equals(action)) {
        return candidate;
      }
    }
    return null;
  }
}
