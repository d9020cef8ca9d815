/**
 * Events of JDK Flight Recorder: what calls, the cache, templates and the differential link did.
 * Uses no other package of this room.
 */
@NullMarked
package io.castile.soap.flight;

import org.jspecify.annotations.NullMarked;
