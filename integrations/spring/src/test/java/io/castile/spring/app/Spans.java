package io.castile.spring.app;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;

/**
 * What the application has traced. The exporter is no bean, as Spring Boot would give it the spans
 * once more, later.
 */
public record Spans(InMemorySpanExporter exporter) {}
