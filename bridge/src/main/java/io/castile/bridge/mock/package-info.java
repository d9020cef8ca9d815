/** Services that are not there: responses from recorded pairs of messages, or from the schema. */
@NullMarked
package io.castile.bridge.mock;

import org.jspecify.annotations.NullMarked;
