package io.castile.bench.send;

import static io.castile.bench.data.NumberArrays.all;
import static io.castile.bench.data.NumberArrays.byTurns;
import static io.castile.bench.data.NumberArrays.items;
import static io.castile.bench.data.NumberWidth.INTERMEDIATE;
import static io.castile.bench.data.NumberWidth.LARGEST;
import static io.castile.bench.data.NumberWidth.SMALLEST;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberArrays.Items;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.stack.GsoapPeer;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import java.util.List;

/** A way to send arrays, as in the figures of the bSOAP paper; {@link GsoapPeer} besides. */
enum SendRow {
  PLAIN("Castile"),
  CONTENT_MATCH("Castile, content match"),
  CHANGED_25("Castile, 25 % changed", 25),
  CHANGED_50("Castile, 50 % changed", 50),
  CHANGED_75("Castile, 75 % changed", 75),
  CHANGED_100("Castile, 100 % changed", 100),
  GROWN_8K("Castile, all grown from smallest, 8 KiB chunks"),
  GROWN_32K("Castile, all grown from smallest, 32 KiB chunks"),
  SHIFTED_8K("Castile, all grown from smallest and shifted all the way, 8 KiB chunks"),
  SHIFTED_32K("Castile, all grown from smallest and shifted all the way, 32 KiB chunks"),
  GROWN_25("Castile, 25 % grown from intermediate", 25),
  GROWN_50("Castile, 50 % grown from intermediate", 50),
  GROWN_75("Castile, 75 % grown from intermediate", 75),
  GROWN_100("Castile, 100 % grown from intermediate", 100),
  SHIFTED_100("Castile, 100 % grown from intermediate and shifted all the way", 100),
  MINIMUM_WIDTH("Castile, all changed in minimum width"),
  INTERMEDIATE_WIDTH("Castile, all changed in intermediate width"),
  MAXIMUM_WIDTH("Castile, all changed in maximum width"),
  TAG_SHIFT("Castile, full closing tag shift"),
  INSIDE("Castile, full shift, padded inside"),
  OVERLAY("Castile, overlaid chunk"),
  /** Every second value grows, and no other one has spaces. */
  HALF_SHIFTED("Castile, every second grown and shifted"),
  /** Every second value grows into the spaces of its neighbour (section 3.2). */
  STOLEN("Castile, every second grown and stolen from the neighbour"),
  STOLEN_INSIDE("Castile, every second grown and stolen from the neighbour, padded inside"),
  REFERENCE("reference");

  /** The chunks of the paper; no limit to how often one of them is split. */
  private static final TemplateOptions CHUNKS_8K = chunks(8 << 10);

  private static final TemplateOptions CHUNKS_32K = chunks(32 << 10);

  private final String label;
  private final int percent;

  SendRow(String label) {
    this(label, 100);
  }

  SendRow(String label, int percent) {
    this.label = label;
    this.percent = percent;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** Rows of one family are timed one after the other in one JVM: they run the same code. */
  SendRow family() {
    return switch (this) {
      case CHANGED_50, CHANGED_75, CHANGED_100 -> CHANGED_25;
      case GROWN_32K, GROWN_25, GROWN_50, GROWN_75, GROWN_100 -> GROWN_8K;
      case SHIFTED_32K, SHIFTED_100 -> SHIFTED_8K;
      case STOLEN, STOLEN_INSIDE -> HALF_SHIFTED;
      case INTERMEDIATE_WIDTH, MAXIMUM_WIDTH, TAG_SHIFT, INSIDE -> MINIMUM_WIDTH;
      default -> this;
    };
  }

  private static TemplateOptions chunks(int bytes) {
    return TemplateOptions.builder()
        .chunkBytes(bytes)
        .splitBytes(2 * bytes)
        .reserveBytes(bytes / 32)
        .stuffing(Stuffing.NONE)
        .padding(Padding.OUTSIDE)
        .build();
  }

  /** No update is given up, as in the paper. */
  private static TemplateOptions allTheWay(TemplateOptions options) {
    return options.toBuilder().abandons(false).build();
  }

  /** One way to send arrays whose values are as wide as told. */
  SendCall call(NumberKind kind, NumberWidth width, int size) throws Exception {
    Arrays arrays = new Arrays(kind, size);
    TemplateOptions adaptive = TemplateOptions.DEFAULT;
    Envelope<?> first = arrays.of(all(width, 0));
    return switch (this) {
      case PLAIN -> SendCall.plain(first);
      case REFERENCE -> SendCall.reference(first.bean());
      case CONTENT_MATCH -> SendCall.inTurn(adaptive, List.of(), List.of(first));
      case CHANGED_25, CHANGED_50, CHANGED_75, CHANGED_100 -> {
        Envelope<?> second = arrays.withValues(all(width, 0), items(width, 0, width, 1, percent));
        yield SendCall.inTurn(adaptive, List.of(), List.of(first, second));
      }
      case SHIFTED_8K -> SendCall.once(allTheWay(CHUNKS_8K), arrays.of(all(SMALLEST, 0)), first);
      case SHIFTED_32K -> SendCall.once(allTheWay(CHUNKS_32K), arrays.of(all(SMALLEST, 0)), first);
      case GROWN_8K -> SendCall.once(CHUNKS_8K, arrays.of(all(SMALLEST, 0)), first);
      case GROWN_32K -> SendCall.once(CHUNKS_32K, arrays.of(all(SMALLEST, 0)), first);
      case GROWN_25, GROWN_50, GROWN_75, GROWN_100, SHIFTED_100 -> {
        Envelope<?> before = arrays.of(all(INTERMEDIATE, 0));
        Envelope<?> after = arrays.of(items(INTERMEDIATE, 0, width, 1, percent));
        yield SendCall.once(
            this == SHIFTED_100 ? allTheWay(CHUNKS_32K) : CHUNKS_32K, before, after);
      }
      case OVERLAY -> SendCall.overlay(adaptive, first);
      case MINIMUM_WIDTH -> inWidth(arrays, width, width);
      case INTERMEDIATE_WIDTH -> inWidth(arrays, INTERMEDIATE, width);
      case MAXIMUM_WIDTH -> inWidth(arrays, LARGEST, width);
      case TAG_SHIFT -> SendCall.once(adaptive, arrays.of(all(LARGEST, 0)), first);
      case HALF_SHIFTED -> SendCall.once(allTheWay(adaptive), arrays.of(all(SMALLEST, 0)), first);
      case STOLEN -> SendCall.once(adaptive, beforeStealing(kind, size), first);
      case STOLEN_INSIDE -> {
        TemplateOptions inside =
            adaptive.toBuilder().stuffing(Stuffing.ADAPTIVE).padding(Padding.INSIDE).build();
        yield SendCall.once(inside, beforeStealing(kind, size), first);
      }
      case INSIDE -> {
        TemplateOptions inside =
            adaptive.toBuilder().stuffing(Stuffing.ADAPTIVE).padding(Padding.INSIDE).build();
        yield SendCall.once(inside, arrays.of(all(LARGEST, 0)), first);
      }
    };
  }

  /** Messages after which every second value has a place that is wider than it is. */
  static List<Envelope<?>> beforeStealing(NumberKind kind, int size) {
    Arrays arrays = new Arrays(kind, size);
    return List.of(arrays.of(byTurns(SMALLEST, LARGEST)), arrays.of(all(SMALLEST, 0)));
  }

  /** All values change, in places that once held wider ones. */
  private static SendCall inWidth(Arrays arrays, NumberWidth place, NumberWidth width) {
    List<Envelope<?>> turn = List.of(arrays.of(all(width, 0)), arrays.of(all(width, 1)));
    List<Envelope<?>> seen = List.of(arrays.of(all(place, 0)));
    return SendCall.inTurn(TemplateOptions.DEFAULT, seen, turn);
  }

  private record Arrays(NumberKind kind, int size) {
    Envelope<?> of(Items items) {
      return Envelope.of(NumberArrays.message(kind, size, items));
    }

    Envelope<?> withValues(Items coordinates, Items values) {
      return Envelope.of(NumberArrays.message(kind, size, coordinates, values));
    }
  }
}
