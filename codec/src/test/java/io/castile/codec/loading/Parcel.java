package io.castile.codec.loading;

/** A bean with nothing public in it, in a package that is not the codec's. */
class Parcel {
  private int weight;
  private String label;
  private final Address address = new Address();

  private Parcel() {}

  private String sealed(String by) {
    return label + " sealed by " + by;
  }

  private static Parcel of(int weight) {
    Parcel parcel = new Parcel();
    parcel.weight = weight;
    return parcel;
  }

  private static class Address {
    private String street;

    private Address() {}
  }

  static class Crate {
    private double[] sizes = {1, 2};
    protected Parcel inner;
  }
}
