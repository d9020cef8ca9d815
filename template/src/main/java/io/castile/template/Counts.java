package io.castile.template;

/** What has happened to the messages of one key. Guarded by its {@link KeyTemplates}. */
final class Counts {
  final long[] matches = new long[Match.values().length];
  long plain;
  long busy;
  long overlaid;
  long abandoned;
  long failed;
  long dropped;
  long changedFields;
  long sentBytes;
  long savedNanos;
}
