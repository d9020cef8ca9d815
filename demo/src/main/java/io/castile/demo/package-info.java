/** The stock and search portal, and servers and clients of three stacks for it. */
package io.castile.demo;
