package io.castile.wsdl.internal;

import com.sun.xml.xsom.XSSchemaSet;
import io.castile.wsdl.Description;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.OperationValues;
import io.castile.wsdl.value.SchemaScreen;
import io.castile.xml.NameTable;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts, documents, schemas and values of a description. */
public final class Descriptions {
  /** Null before the first description. */
  private static @Nullable Access access;

  private Descriptions() {}

  /** The parts that the package of descriptions gives. */
  public abstract static class Access {
    /** For the one class of that package. */
    protected Access() {}

    /** Returns the services. */
    protected abstract List<Service> services(Description description);

    /** Returns the port types. */
    protected abstract List<PortType> portTypes(Description description);

    /** Returns the bindings. */
    protected abstract List<Binding> bindings(Description description);

    /** Returns the table of names. */
    protected abstract NameTable names(Description description);

    /** Returns the schemas. */
    protected abstract List<Element> schemas(Description description);

    /** Returns the documents. */
    protected abstract List<Element> documents(Description description);

    /** Returns the document of a reference. */
    protected abstract @Nullable URI target(Description description, Element reference);

    /** Returns the messages of an operation as values. */
    protected abstract OperationValues values(Description description, BindingOperation operation);

    /** Returns the outline. */
    protected abstract Outline outline(Description description);

    /** Returns what finds elements that are valid for certain. */
    protected abstract SchemaScreen screen(Description description);

    /** Returns the components of the schemas. */
    protected abstract XSSchemaSet components(Description description);
  }

  /** Sets how the parts are read; called once, when the class of descriptions is initialized. */
  public static void access(Access parts) {
    access = parts;
  }

  private static Access access() {
    return Objects.requireNonNull(access, "access");
  }

  /** Returns the services, in the order of the documents. */
  public static List<Service> services(Description description) {
    return access().services(description);
  }

  /** Returns the port types, those that no binding is for too. */
  public static List<PortType> portTypes(Description description) {
    return access().portTypes(description);
  }

  /** Returns the bindings, those that no port has too. */
  public static List<Binding> bindings(Description description) {
    return access().bindings(description);
  }

  /** Returns the table by which readers of these messages tell names. */
  public static NameTable names(Description description) {
    return access().names(description);
  }

  /**
   * Returns the schemas, put right, so that a compiler of schemas needs nothing else: whatever they
   * refer to is in one of them, none imports or includes another, and each has the namespace of the
   * schemas that include it. None has {@code key}, {@code keyref} or {@code unique}.
   */
  public static List<Element> schemas(Description description) {
    return access().schemas(description);
  }

  /**
   * Returns the outermost elements of all documents that were read, as they are, that of the
   * description first.
   */
  public static List<Element> documents(Description description) {
    return access().documents(description);
  }

  /**
   * Returns where the document is that an import or include leads to; null if it leads to none of
   * the {@linkplain #documents documents}.
   */
  public static @Nullable URI target(Description description, Element reference) {
    return access().target(description, reference);
  }

  /** Returns the messages of an operation as values, without classes; always the same. */
  public static OperationValues values(Description description, BindingOperation operation) {
    return access().values(description, operation);
  }

  /** Returns what finds elements that are valid for certain, of all the schemas. */
  public static SchemaScreen screen(Description description) {
    return access().screen(description);
  }

  /** Returns the operations and types as a person writes them down. */
  public static Outline outline(Description description) {
    return access().outline(description);
  }

  /** Returns all components of the schemas that parts refer to. */
  public static XSSchemaSet components(Description description) {
    return access().components(description);
  }
}
