package io.castile.wsdl.model.internal;

import org.jspecify.annotations.Nullable;

/**
 * A header block of a SOAP message (WSDL 1.1 §3.7).
 *
 * @param message of which it is a part
 * @param part the part
 * @param use how it becomes XML
 * @param namespace of an encoded one; null for none
 */
public record HeaderBinding(Message message, Part part, Use use, @Nullable String namespace) {}
