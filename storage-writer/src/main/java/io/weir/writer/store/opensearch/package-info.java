/**
 * OpenSearch and Elasticsearch by their bulk API: a document for each line, in an index for each
 * measurement and day.
 */
@NullMarked
package io.weir.writer.store.opensearch;

import org.jspecify.annotations.NullMarked;
