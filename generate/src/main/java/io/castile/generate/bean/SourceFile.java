package io.castile.generate.bean;

import com.sun.codemodel.JResourceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A class whose text is there, for XJC to write beside those that it makes. */
final class SourceFile extends JResourceFile {
  private final String text;

  SourceFile(String className, String text) {
    super(className + ".java");
    this.text = text;
  }

  @Override
  protected boolean isResource() {
    return false;
  }

  @Override
  protected void build(OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
