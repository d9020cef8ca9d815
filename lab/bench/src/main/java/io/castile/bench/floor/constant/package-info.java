/**
 * What a call costs in an HTTP server before anything is done with it: servers that read a request
 * and answer a constant.
 */
package io.castile.bench.floor.constant;
