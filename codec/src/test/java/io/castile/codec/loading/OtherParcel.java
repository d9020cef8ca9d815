package io.castile.codec.loading;

/** A class of the same package which is no nestmate of {@link Parcel}. */
class OtherParcel {
  private int hidden;
  int visible = 7;

  int hidden() {
    return hidden;
  }
}
