/** The keys of templates: which messages may be written over one another. */
@NullMarked
package io.castile.template.key.internal;

import org.jspecify.annotations.NullMarked;
