/** How a policy is read, checked, resolved for an operation, and printed. */
@NullMarked
package io.castile.cache.policy.internal;

import org.jspecify.annotations.NullMarked;
