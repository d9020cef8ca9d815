/** The handlers of Jakarta XML Web Services 4.0 §9, as one link of a chain. */
package io.castile.soap.handler;
