package io.castile.cache.internal;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.Parameter;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.NameTable;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Messages of which no more is known than their bytes: they have no values. */
final class OpaqueMessages implements DescribedOperation.Messages {
  private static final OpaqueMessages INSTANCE = new OpaqueMessages();

  private OpaqueMessages() {}

  /** The one operation of a service of which only the names are known. */
  static ServiceModel model(QName service, QName operation) {
    return ServiceModel.described(
        service,
        service,
        service,
        SoapVersion.SOAP_1_1,
        new NameTable(),
        List.of(
            new DescribedOperation(operation, "", false, List.of(service, operation), INSTANCE)));
  }

  @Override
  public Operation.Style style() {
    return Operation.Style.BARE;
  }

  @Override
  public Message request() {
    throw new UnsupportedOperationException(
        "Cannot read the messages, because only their bytes are known.");
  }

  @Override
  public @Nullable Message response() {
    return null;
  }

  @Override
  public List<Parameter> requestParameters() {
    return List.of();
  }

  @Override
  public List<Parameter> responseParameters() {
    return List.of();
  }
}
