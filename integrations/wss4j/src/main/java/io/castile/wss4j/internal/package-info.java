/** WS-Security for Castile's own modules, which have envelopes in place of calls. */
@NullMarked
package io.castile.wss4j.internal;

import org.jspecify.annotations.NullMarked;
