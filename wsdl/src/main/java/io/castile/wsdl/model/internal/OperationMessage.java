package io.castile.wsdl.model.internal;

import org.jspecify.annotations.Nullable;

/**
 * The input, the output or a fault of an operation (WSDL 1.1 §2.4).
 *
 * @param name that the description gives it, or that §2.4.5 gives it where there is none
 * @param message what is sent
 * @param action of WS-Addressing (WS-Addressing Metadata 1.0 §4.4), where the description names one
 */
public record OperationMessage(String name, Message message, @Nullable String action) {}
