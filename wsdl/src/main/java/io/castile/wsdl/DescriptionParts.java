package io.castile.wsdl;

import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.NameTable;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives {@link Descriptions} the parts of descriptions. */
final class DescriptionParts extends Descriptions.Access {
  @Override
  protected List<Service> services(Description description) {
    return description.services();
  }

  @Override
  protected List<PortType> portTypes(Description description) {
    return description.portTypes();
  }

  @Override
  protected List<Binding> bindings(Description description) {
    return description.bindings();
  }

  @Override
  protected NameTable names(Description description) {
    return description.names();
  }

  @Override
  protected List<Element> schemas(Description description) {
    return description.schemas();
  }

  @Override
  protected List<Element> documents(Description description) {
    return description.documents();
  }

  @Override
  protected @Nullable URI target(Description description, Element reference) {
    return description.target(reference);
  }

  @Override
  protected OperationValues values(Description description, BindingOperation operation) {
    return description.values(operation);
  }

  @Override
  protected Outline outline(Description description) {
    return description.outline();
  }
}
