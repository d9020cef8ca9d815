package io.castile.wsdl;

import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.BindingOperation;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.OperationValues;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives {@link Descriptions} the parts of descriptions. */
final class DescriptionParts extends Descriptions.Access {
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
