package io.castile.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The description of how the codecs treat one class.
 *
 * @param type the class
 * @param planned whether its own plan writes and reads it; else the reference implementation does,
 *     or it cannot be bound
 * @param reason why it is not planned; null where it is
 * @param properties one line for each property: its Java name and what it is in XML; empty where it
 *     is not planned
 */
public record Explanation(
    Class<?> type, boolean planned, @Nullable String reason, List<String> properties) {}
