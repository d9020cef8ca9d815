package io.castile.gateway.admin;

import io.castile.gateway.admin.AdminTokens.Holder;
import io.castile.gateway.http.RequestHead;

/**
 * A request of the API that may be answered.
 *
 * @param endpoint what it asks for
 * @param holder whose token it has shown
 */
record ApiCall(Endpoint endpoint, RequestHead head, Holder holder) {}
