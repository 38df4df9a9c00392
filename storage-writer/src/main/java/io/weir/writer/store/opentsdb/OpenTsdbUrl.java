package io.weir.writer.store.opentsdb;

import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * The address of a server that accepts data points of OpenTSDB.
 *
 * @param path such as {@code /api/put}
 */
public record OpenTsdbUrl(String text, String http, String path, Optional<String> user) implements StoreUrl {}
