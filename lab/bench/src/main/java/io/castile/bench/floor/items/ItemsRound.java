package io.castile.bench.floor.items;

/**
 * Some calls of one operation.
 *
 * @param least how many calls there are at least
 * @param millis how long they last at least
 */
record ItemsRound(ItemOperation operation, int items, int least, int millis) {
  /** As one line. */
  String line() {
    return operation + " " + items + " " + least + " " + millis;
  }

  static ItemsRound parse(String line) {
    String[] words = line.split(" ", -1);
    return new ItemsRound(
        ItemOperation.valueOf(words[0]),
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]));
  }
}
