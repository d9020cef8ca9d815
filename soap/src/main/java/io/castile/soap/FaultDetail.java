package io.castile.soap;

import io.castile.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Writes an entry of the detail of a fault; may be called more than once. */
public interface FaultDetail {
  /**
   * Appends the entry.
   *
   * @return writes the elements behind the fault to which the entry refers (SOAP 1.1 §5.1); null
   *     for none
   */
  @Nullable Runnable write(SoapVersion version, XmlWriter out);
}
