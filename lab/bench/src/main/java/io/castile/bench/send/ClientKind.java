package io.castile.bench.send;

import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.data.Numbers;
import io.castile.bench.data.TrackedMio;
import io.castile.bench.message.DoubleArrayResponse;
import io.castile.bench.message.GetMiosResponse;
import io.castile.demo.portal.Mio;
import io.castile.template.tracked.TrackedList;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client sends in the suite {@code sendtime}: numbers in the forms that applications have.
 */
enum ClientKind {
  ARRAY("double[]", "putArray") {
    @Override
    Sent of(double[] values) {
      double[] sent = values.clone();
      return new Sent((at, value) -> sent[at] = value, port -> port.putArray(sent));
    }
  },
  LIST("List<Double>", "putList") {
    @Override
    Sent of(double[] values) {
      List<Double> sent = new ArrayList<>();
      for (double value : values) {
        sent.add(value);
      }
      return new Sent(sent::set, port -> port.putList(sent));
    }
  },
  MIOS("mesh objects", "putMios") {
    @Override
    Sent of(double[] values) {
      List<Mio> sent = mios(values.length);
      for (int i = 0; i < values.length; i++) {
        sent.get(i).setValue(values[i]);
      }
      return new Sent((at, value) -> sent.get(at).setValue(value), port -> port.putMios(sent));
    }
  },
  TRACKED_MIOS("tracked mesh objects", "putTrackedMios") {
    @Override
    Sent of(double[] values) {
      List<Mio> places = mios(values.length);
      List<TrackedMio> sent = new TrackedList<>();
      for (int i = 0; i < values.length; i++) {
        sent.add(new TrackedMio(places.get(i).getX(), places.get(i).getY(), values[i]));
      }
      return new Sent(
          (at, value) -> sent.get(at).setValue(value), port -> port.putTrackedMios(sent));
    }
  };

  private final String label;
  private final String operation;

  ClientKind(String label, String operation) {
    this.label = label;
    this.operation = operation;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** The operation of {@link Numbers} that takes them. */
  String operation() {
    return operation;
  }

  /** Returns the items of a message, owned by the caller. */
  abstract Sent of(double[] values);

  /** So many values, of the width that most doubles of the suite have; others for each version. */
  static double[] values(int size, int version) {
    NumberArrays.Items items = NumberArrays.all(NumberWidth.INTERMEDIATE, version);
    return ((DoubleArrayResponse) NumberArrays.message(NumberKind.DOUBLE, size, items)).value();
  }

  private static List<Mio> mios(int size) {
    NumberArrays.Items items = NumberArrays.all(NumberWidth.INTERMEDIATE, 0);
    return ((GetMiosResponse) NumberArrays.message(NumberKind.MIO, size, items)).value();
  }

  /** Sets the value of an item. */
  interface Setter {
    void set(int index, double value);
  }

  /** Sends them. */
  interface Sending {
    int by(Numbers port);
  }

  /** Items that can be changed and sent. */
  record Sent(Setter items, Sending call) {}
}
