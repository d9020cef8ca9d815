/**
 * Descriptions: the WSDL and schemas that a service publishes, those that it is held against, and
 * the validation of messages by them.
 */
@NullMarked
package io.castile.soap.wsdl;

import org.jspecify.annotations.NullMarked;
