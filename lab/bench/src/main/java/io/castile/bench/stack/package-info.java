/** The stacks that the suites compare. */
package io.castile.bench.stack;
