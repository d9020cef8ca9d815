package io.castile.interop.soak;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** One of a list. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "piece",
    propOrder = {"name", "weight", "stock"})
public class Piece {
  protected String name;
  protected double weight;
  protected Integer stock;

  /** The list that a seed stands for. */
  static List<Piece> list(int seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Piece piece = new Piece();
      piece.name = "piece <" + i + "> é " + Integer.toString(random.nextInt(10_000), 36);
      piece.weight = random.nextDouble();
      piece.stock = random.nextInt(4) == 0 ? null : random.nextInt(1000);
      pieces.add(piece);
    }
    return pieces;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Piece piece
        && Objects.equals(name, piece.name)
        && Double.compare(weight, piece.weight) == 0
        && Objects.equals(stock, piece.stock);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, weight, stock);
  }

  @Override
  public String toString() {
    return name + "|" + weight + "|" + stock;
  }
}
