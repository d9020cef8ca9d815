/** Clients and servers of SOAP services, in one line of code each. */
package io.castile;
