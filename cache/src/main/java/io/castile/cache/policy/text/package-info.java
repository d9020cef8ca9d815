/** The texts of policies: sizes, durations, names, and the file that has them. */
@NullMarked
package io.castile.cache.policy.text;

import org.jspecify.annotations.NullMarked;
