/** What an item of a message costs, of one to a million, on each stack. */
package io.castile.bench.floor.items;
