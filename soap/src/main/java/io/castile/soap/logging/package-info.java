/** Messages in the log, with secrets masked. */
package io.castile.soap.logging;
