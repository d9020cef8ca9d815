package io.castile.codec.binding;

/** Whether this program is a native image of GraalVM, which has no class files and defines none. */
public final class NativeImage {
  /** The property that {@code org.graalvm.nativeimage.ImageInfo} reads. */
  private static final String PROPERTY = "org.graalvm.nativeimage.imagecode";

  private NativeImage() {}

  /** Whether the image is running; not while it is built. */
  public static boolean isRunning() {
    return "runtime".equals(System.getProperty(PROPERTY));
  }
}
