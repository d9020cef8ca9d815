/** The response cache: which answers are kept, for how long, and when a kept one may be given. */
package io.castile.cache;
