package io.castile.template.key;

/**
 * What is known of a message before it is written, by which a template is chosen for it.
 *
 * @param structure tells messages of different structure apart, cheaply; equal for similar ones
 * @param likeness equal for messages that are likely to be the same or nearly so, as by the values
 *     that they begin with; 0 where that is not known
 * @param longestArray the length of the longest list or array of numbers that is known to be in it
 */
public record MessageShape(long structure, long likeness, int longestArray) {}
