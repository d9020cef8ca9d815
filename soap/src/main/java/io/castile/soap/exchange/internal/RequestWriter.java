package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.util.List;

/** Writes the message of a request for which there is no call. */
public final class RequestWriter {
  private RequestWriter() {}

  /**
   * Returns the message of a request, in UTF-8.
   *
   * @param operation one of the model
   * @param values by the slots of {@link ServiceModel#requestParameters}
   * @throws BindingException if a value cannot be written
   * @throws XmlException if a value cannot be written as XML
   */
  public static byte[] write(
      ServiceModel model, OperationModel operation, SoapVersion version, Object[] values) {
    EnvelopeWriter writer = new EnvelopeWriter(model);
    XmlWriter out = writer.take();
    writer.write(operation.request(), version, values, List.of(), out);
    return out.toByteArray();
  }
}
