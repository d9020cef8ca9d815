package io.castile.bench.encoded.message;

import jakarta.xml.bind.annotation.XmlType;

/** An object of a graph: others may be referred to from several places. */
@XmlType(name = "Knot")
public final class Knot {
  public String text;
  public int number;
  public Knot left;
  public Knot right;
  public Knot shared;

  public Knot() {}

  /**
   * The root of a binary tree.
   *
   * @param depth how many levels are below it
   * @param shared what all refer to besides
   */
  public static Knot tree(int depth, Knot shared) {
    Knot root = new Knot();
    root.text = "at level " + depth;
    root.number = depth;
    root.shared = shared;
    if (depth > 0) {
      root.left = tree(depth - 1, shared);
      root.right = tree(depth - 1, root.left);
    }
    return root;
  }
}
