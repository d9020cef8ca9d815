/**
 * Observation: the requests of calls and the changes of responses, kept as digests, and the policy
 * that follows from them.
 */
@NullMarked
package io.castile.cache.observe;

import org.jspecify.annotations.NullMarked;
