/** XML over HTTP without SOAP (Jakarta XML Web Services 4.0 §11): dispatches and providers. */
@NullMarked
package io.castile.jaxws.http;

import org.jspecify.annotations.NullMarked;
