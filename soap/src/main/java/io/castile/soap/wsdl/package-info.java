/**
 * Descriptions: the WSDL and schemas that a service publishes, those that it is held against, and
 * the validation of messages by them.
 */
package io.castile.soap.wsdl;
