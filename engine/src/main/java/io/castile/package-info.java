/** The front door: clients and servers of SOAP services, in one line each. */
package io.castile;
