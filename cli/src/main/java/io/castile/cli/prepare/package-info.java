/** What the JVM is to learn of before it keeps that for later starts. */
@NullMarked
package io.castile.cli.prepare;

import org.jspecify.annotations.NullMarked;
