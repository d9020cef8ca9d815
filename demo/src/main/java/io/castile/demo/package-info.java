/** The stock and search portal on two servers, called by the clients of three stacks. */
package io.castile.demo;
