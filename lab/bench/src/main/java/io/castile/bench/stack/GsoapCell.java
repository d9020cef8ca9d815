package io.castile.bench.stack;

import io.castile.bench.data.Message;
import java.util.function.Supplier;

/**
 * A place in a table for gSOAP.
 *
 * @param scenario what tables call it
 * @param way {@code write}, {@code read} or {@code send}
 * @param message made when its turn comes, as it may be large
 */
public record GsoapCell(String scenario, String way, Supplier<Message> message) {}
