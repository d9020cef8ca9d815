/** What is written, read and called in the suites: messages, values and answers. */
package io.castile.bench.data;
