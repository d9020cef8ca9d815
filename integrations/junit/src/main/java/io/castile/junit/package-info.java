/** Mocks of SOAP services in tests of JUnit 5. */
@NullMarked
package io.castile.junit;

import org.jspecify.annotations.NullMarked;
