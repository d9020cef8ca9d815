/** The forms of answers of the mSOAP paper, for the differential link. */
module io.castile.papers {
  requires io.castile.delta;
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;

  provides io.castile.delta.internal.ResponseForms with
      io.castile.papers.PaperForms;
}
