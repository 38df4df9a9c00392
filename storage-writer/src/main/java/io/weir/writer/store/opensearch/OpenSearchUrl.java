package io.weir.writer.store.opensearch;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A group of indices of OpenSearch or Elasticsearch.
 *
 * @param tokenScheme the word before a token without a user
 * @param prefix the start of the indices' names
 * @param isPerMonth whether a measurement has an index for each month, rather than for each day
 * @param keepsSource whether new indices keep the documents themselves, beside their columns
 * @param holdsDocuments whether lines are documents of their own, such as messages of logs, rather than points
 */
public record OpenSearchUrl(
        String text,
        String http,
        Optional<String> user,
        String tokenScheme,
        String prefix,
        boolean isPerMonth,
        boolean keepsSource,
        boolean holdsDocuments)
        implements StoreUrl {
    /** The word before an API key of Elasticsearch. */
    static final String API_KEY = "ApiKey";

    private static final Pattern PREFIX = Pattern.compile("[a-z0-9][a-z0-9._-]{0,49}");

    @Override
    public StoreUrl at(String place) {
        if (!isPrefix(place)) {
            throw new Refusal(
                    Refusal.quote(place) + " is no start of indices' names",
                    "at most 50 of the characters a-z 0-9 . _ -, the first a letter or a digit");
        }
        return new OpenSearchUrl(
                text + " " + place, http, user, tokenScheme, place, isPerMonth, keepsSource, holdsDocuments);
    }

    /** Whether a token without a user is an API key of Elasticsearch, rather than a bearer token. */
    public boolean hasApiKeys() {
        return tokenScheme.equals(API_KEY);
    }

    /** Whether the names of indices may start like this. */
    static boolean isPrefix(String text) {
        return PREFIX.matcher(text).matches();
    }
}
