package io.weir.writer.store.remotewrite;

import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * The address of a receiver of remote write.
 *
 * @param path such as {@code /api/v1/write}
 * @param tenant the value of the header {@code X-Scope-OrgID}, as Mimir needs it
 */
public record RemoteWriteUrl(
        String text,
        String http,
        String path,
        Optional<String> user,
        RemoteWriteVersion version,
        Optional<String> tenant)
        implements StoreUrl {}
