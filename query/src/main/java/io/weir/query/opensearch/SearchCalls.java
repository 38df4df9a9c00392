package io.weir.query.opensearch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Requests of OpenSearch and Elasticsearch, which have the same search API. Answers are read as they arrive. Thread-safe. */
final class SearchCalls {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By default, an answer without some of the indices is a success, and so is one without any. */
    private static final String OF_ALL = "?allow_partial_search_results=false&allow_no_indices=false";

    private final StoreCalls calls;

    SearchCalls(String http, Optional<String> authorization) {
        calls = new StoreCalls(http, authorization, SearchErrors::reason);
    }

    /** Reads the objects of an answer. */
    interface Reader {
        void read(JsonNode object) throws IOException;

        /** All objects of the answer were read. */
        default void end() throws IOException {}
    }

    /** Reads the member of an answer at which the parser is. */
    private interface MemberReader {
        void read(JsonParser member) throws IOException;
    }

    /** Reads the documents that a search finds. */
    void hits(String indices, Map<String, ?> search, Duration within, Reader reader) {
        search(indices, search, within, "hits", hits -> {
            boolean isRead = false;
            while (hits.nextToken() == JsonToken.FIELD_NAME) {
                isRead |= readArray(hits, "hits", reader);
            }
            require(isRead, "hits");
        });
    }

    /**
     * Reads the buckets of a composite aggregation.
     *
     * @param name of the aggregation
     * @return the key of the last bucket; missing if there is no bucket
     */
    JsonNode buckets(String indices, Map<String, ?> search, String name, Duration within, Reader reader) {
        JsonNode[] last = {JSON.missingNode()};
        search(indices, search, within, "aggregations", aggregations -> {
            boolean isRead = false;
            require(name.equals(aggregations.nextFieldName()), name);
            require(aggregations.nextToken() == JsonToken.START_OBJECT, name);
            while (aggregations.nextToken() == JsonToken.FIELD_NAME) {
                if (aggregations.currentName().equals("after_key")) {
                    aggregations.nextToken();
                    last[0] = JSON.readTree(aggregations);
                } else {
                    isRead |= readArray(aggregations, "buckets", reader);
                }
            }
            require(isRead, "buckets");
            aggregations.nextToken();
        });
        return last[0];
    }

    /** Reads the mapping of each index. */
    void mappings(Indices indices, Duration within, MappingReader reader) {
        calls.get("/" + indices.path() + "/_mapping", Map.of("allow_no_indices", "false"), within, answer -> {
            try (JsonParser json = StoreJson.parser(answer)) {
                json.nextToken();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String index = json.currentName();
                    require(json.nextToken() == JsonToken.START_OBJECT, "mapping of " + index);
                    if (indices.names().contains(index)) {
                        reader.read(index, JSON.<JsonNode>readTree(json));
                    } else {
                        json.skipChildren();
                    }
                }
            }
        });
    }

    /** Reads the mapping of an index. */
    interface MappingReader {
        void read(String index, JsonNode mapping);
    }

    private void search(String indices, Map<String, ?> search, Duration within, String member, MemberReader reader) {
        try {
            calls.postJson(
                    "/" + indices + "/_search" + OF_ALL,
                    JSON.writeValueAsString(search),
                    within,
                    answer -> read(answer, member, reader));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(InputStream answer, String wanted, MemberReader reader) throws IOException {
        boolean isRead = false;
        try (JsonParser json = StoreJson.parser(answer)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String member = json.currentName();
                JsonToken value = json.nextToken();
                if (member.equals("timed_out") && value == JsonToken.VALUE_TRUE) {
                    throw calls.refusal(SearchErrors.TOO_LATE);
                }
                if (member.equals("_shards")) {
                    requireAll(JSON.readTree(json));
                } else if (member.equals(wanted) && value == JsonToken.START_OBJECT) {
                    reader.read(json);
                    isRead = true;
                } else {
                    json.skipChildren();
                }
            }
        }
        require(isRead, wanted);
    }

    /** A server that does not know the parameter answers with a part. */
    private void requireAll(JsonNode shards) {
        if (shards.path("failed").asInt() > 0) {
            throw calls.refusal(shards.path("failures")
                    .path(0)
                    .path("reason")
                    .path("reason")
                    .asText("a shard failed"));
        }
    }

    /** Reads the array if the member at which the parser is has this name. Returns whether it has; else skips its value. */
    private static boolean readArray(JsonParser object, String name, Reader reader) throws IOException {
        boolean isWanted = object.currentName().equals(name);
        JsonToken value = object.nextToken();
        if (!isWanted || value != JsonToken.START_ARRAY) {
            object.skipChildren();
            return false;
        }
        while (object.nextToken() == JsonToken.START_OBJECT) {
            reader.read(JSON.readTree(object));
        }
        require(object.currentToken() == JsonToken.END_ARRAY, "end of " + name);
        reader.end();
        return true;
    }

    private static void require(boolean isThere, String what) throws IOException {
        if (!isThere) {
            throw new IOException("no " + what);
        }
    }
}
