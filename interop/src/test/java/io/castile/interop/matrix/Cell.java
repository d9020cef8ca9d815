package io.castile.interop.matrix;

import java.util.ArrayList;
import java.util.List;

/** One thing that a client and a server do together. The setting has MTOM where the feature is. */
record Cell(Pair pair, Setting setting, Feature feature) {
  /** All that there may be, those of one pair and setting after each other. */
  static List<Cell> all() {
    List<Cell> all = new ArrayList<>();
    for (Pair pair : Pair.values()) {
      for (Setting setting : Setting.all()) {
        for (Feature feature : Feature.values()) {
          if (feature != Feature.MTOM) {
            all.add(new Cell(pair, setting, feature));
          }
        }
        all.add(new Cell(pair, setting.withMtom(true), Feature.MTOM));
      }
    }
    return all;
  }

  /** All that are tested. */
  static List<Cell> tested() {
    return all().stream().filter(cell -> Exclusion.of(cell) == null).toList();
  }

  String title() {
    return pair.title + ", " + setting.title() + ": " + feature.title;
  }
}
