package io.castile.gateway.edge;

import java.util.concurrent.CompletableFuture;

/** A credential that is to be checked, off the event loop. */
interface PendingCheck {
  /** Begins the check; does not block. */
  CompletableFuture<CheckResult> start(CredentialChecks checks);
}
