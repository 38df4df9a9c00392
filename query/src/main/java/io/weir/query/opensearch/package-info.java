/**
 * Series in OpenSearch and Elasticsearch, where each line is a document, tags and fields are columns below {@code tags}
 * and {@code fields}, and a measurement has an index for each day or month.
 *
 * <p>In: matchers and times. Out: series, by {@code _search} and {@code _mapping}.
 */
@NullMarked
package io.weir.query.opensearch;

import org.jspecify.annotations.NullMarked;
