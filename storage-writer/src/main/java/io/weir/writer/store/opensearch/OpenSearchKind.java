package io.weir.writer.store.opensearch;

import io.weir.writer.store.Address;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import java.util.List;
import java.util.Set;

/** OpenSearch and Elasticsearch, which have the same bulk API. */
public final class OpenSearchKind implements StoreKind<OpenSearchUrl> {
    private static final String OPENSEARCH = "opensearch";
    private static final String ELASTICSEARCH = "elasticsearch";
    /** With TLS, too. */
    private static final int PORT = 9200;

    private static final String PER_MONTH = "per=month";
    private static final String WITHOUT_SOURCE = "source=false";
    private static final String DOCUMENTS = "documents=true";
    private static final Set<String> OPTIONS =
            Set.of("per=day", PER_MONTH, "source=true", WITHOUT_SOURCE, "documents=false", DOCUMENTS);

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "OpenSearch",
            new Types(Kept.STORED, Kept.STORED, Kept.AS_INTEGER, Kept.STORED, Kept.STORED),
            Arrays.AS_FIELDS,
            StoreAbilities.LONGEST_TEXT,
            IndexTemplate.MOST_COLUMNS,
            StoreAbilities.NANOSECONDS,
            Repeat.REPLACES_THE_ROW,
            Tiers.NONE,
            Deletion.POINTS,
            Query.QUERY_DSL);

    @Override
    public String scheme() {
        return OPENSEARCH;
    }

    @Override
    public List<String> schemes() {
        return List.of(OPENSEARCH, ELASTICSEARCH);
    }

    @Override
    public String form() {
        return "opensearch://[USER@]HOST[:PORT]/PREFIX[?per=month&source=false&documents=true]"
                + ", elasticsearch://[USER@]HOST[:PORT]/PREFIX[?per=month&source=false&documents=true]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<OpenSearchUrl> urls() {
        return OpenSearchUrl.class;
    }

    @Override
    public OpenSearchUrl parse(Address address) {
        String prefix = address.path();
        if (!OpenSearchUrl.isPrefix(prefix)) {
            throw address.wrong(
                    prefix.isEmpty()
                            ? "has no prefix of indices"
                            : "has the invalid prefix of indices '" + prefix
                                    + "': it may have at most 50 of the characters a-z 0-9 . _ -");
        }
        List<String> options = options(address);
        return new OpenSearchUrl(
                address.text(),
                address.http(PORT),
                address.user(),
                address.scheme().startsWith(ELASTICSEARCH) ? OpenSearchUrl.API_KEY : "Bearer",
                prefix,
                options.contains(PER_MONTH),
                !options.contains(WITHOUT_SOURCE),
                options.contains(DOCUMENTS));
    }

    private static List<String> options(Address address) {
        String query = address.uri().getQuery();
        if (query == null) {
            return List.of();
        }
        List<String> options = List.of(query.split("&", -1));
        if (!OPTIONS.containsAll(options)) {
            throw address.wrong("may have only ?per=month, source=false and documents=true after the prefix");
        }
        if (options.contains(WITHOUT_SOURCE) && options.contains(DOCUMENTS)) {
            throw address.wrong("has source=false and documents=true: documents need their source, so remove one");
        }
        return options;
    }

    @Override
    public Store open(OpenSearchUrl url, StoreOptions options) {
        return new OpenSearch(url, options);
    }
}
