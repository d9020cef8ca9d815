/** The parts of a description: services, bindings, port types, messages (WSDL 1.1 §2, §3, §5). */
@NullMarked
package io.castile.wsdl.model.internal;

import org.jspecify.annotations.NullMarked;
