package io.castile.wsdl.model.internal;

import java.util.List;

/**
 * A part of a message that travels as a MIME part beside the envelope (WSDL 1.1 §5.5).
 *
 * @param part its name
 * @param types the media types that it may have; empty for any
 */
public record AttachmentBinding(String part, List<String> types) {
  public AttachmentBinding {
    types = List.copyOf(types);
  }
}
