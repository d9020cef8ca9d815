package io.castile.demo.gateway;

import io.castile.demo.portal.Portal;

/**
 * One thing that a client asks.
 *
 * @param operation its name
 * @param hasUser whether the client identifies itself
 * @param call asks a port
 * @param check holds the answer against what the service itself would say
 */
record DemoRequest(String operation, boolean hasUser, Call call, Check check) {
  /** Asks one port. */
  interface Call {
    Object on(Portal portal);
  }

  /** Says what an answer is worth. */
  interface Check {
    /**
     * Returns for how long the answer had been out of date when it was asked for, in nanoseconds: 0
     * for a right one, {@link Ratings#NEVER} for one that is wrong.
     *
     * @param asked {@link System#nanoTime} before the call
     */
    long age(Object answer, long asked);
  }
}
