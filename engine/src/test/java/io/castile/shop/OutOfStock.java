package io.castile.shop;

/** In the form of Jakarta XML Web Services §3.7: properties, and no fault bean. */
public class OutOfStock extends Exception {
  private static final long serialVersionUID = 1L;

  private int missing;
  private String supplier;

  public OutOfStock(String message) {
    super(message);
  }

  public OutOfStock(String message, int missing, String supplier) {
    super(message);
    this.missing = missing;
    this.supplier = supplier;
  }

  public int getMissing() {
    return missing;
  }

  public void setMissing(int missing) {
    this.missing = missing;
  }

  public String getSupplier() {
    return supplier;
  }

  public void setSupplier(String supplier) {
    this.supplier = supplier;
  }
}
