package io.weir.writer.store.otlp;

import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * The address of a receiver of OTLP.
 *
 * @param path such as {@code /v1/metrics}
 * @param hostTag the tag that becomes the attribute {@code host.name} of the resource
 * @param tenant the value of the header {@code X-Scope-OrgID}, as Mimir needs it
 */
public record OtlpUrl(
        String text, String http, String path, Optional<String> user, Optional<String> hostTag, Optional<String> tenant)
        implements StoreUrl {}
