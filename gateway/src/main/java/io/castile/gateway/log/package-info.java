/** Lines that are added to files: the access log, and the audit log. */
@NullMarked
package io.castile.gateway.log;

import org.jspecify.annotations.NullMarked;
