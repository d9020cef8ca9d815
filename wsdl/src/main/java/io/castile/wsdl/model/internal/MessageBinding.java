package io.castile.wsdl.model.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of an input, an output or a fault to a SOAP message (WSDL 1.1 §3.5 to §3.7).
 *
 * @param name of the input, output or fault
 * @param use how the parts of the body become XML
 * @param namespace of the element around the parts of an rpc body; null for none
 * @param encodingStyle URIs of encodings; empty for none
 * @param parts those in the body; all that are neither header blocks nor attachments, where the
 *     description names none
 * @param headers header blocks
 * @param attachments parts beside the envelope
 */
public record MessageBinding(
    String name,
    Use use,
    @Nullable String namespace,
    String encodingStyle,
    List<String> parts,
    List<HeaderBinding> headers,
    List<AttachmentBinding> attachments) {
  public MessageBinding {
    parts = List.copyOf(parts);
    headers = List.copyOf(headers);
    attachments = List.copyOf(attachments);
  }
}
