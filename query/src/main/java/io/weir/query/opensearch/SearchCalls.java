package io.weir.query.opensearch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.query.series.Deadline;
import io.weir.query.store.StoreCalls;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Requests of OpenSearch and Elasticsearch, which have the same search API. Answers are read as they arrive. Thread-safe. */
final class SearchCalls {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int OK = 200;

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
    void hits(SearchTarget target, Map<String, ?> search, Duration within, Reader reader) {
        search(target, search, within, "hits", hits -> {
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
    JsonNode buckets(SearchTarget target, Map<String, ?> search, String name, Duration within, Reader reader) {
        JsonNode[] last = {JSON.missingNode()};
        search(target, search, within, "aggregations", aggregations -> {
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

    /** Reads the mapping of each index. An answer without one of them is an error, as is one that is no object. */
    void mappings(Indices indices, Deadline deadline, MappingReader reader) {
        for (Indices part : indices.parts()) {
            SortedSet<String> missing = new TreeSet<>(part.names());
            calls.get(
                    "/" + part.path() + "/_mapping",
                    Map.of("allow_no_indices", "false"),
                    deadline.left(),
                    answer -> readMappings(answer, missing, reader));
        }
    }

    private static void readMappings(InputStream answer, SortedSet<String> missing, MappingReader reader)
            throws IOException {
        try (JsonParser json = StoreJson.parser(answer)) {
            require(json.nextToken() == JsonToken.START_OBJECT, "object");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String index = json.currentName();
                require(json.nextToken() == JsonToken.START_OBJECT, "mapping of " + index);
                if (missing.remove(index)) {
                    reader.read(index, JSON.<JsonNode>readTree(json));
                } else {
                    json.skipChildren();
                }
            }
        }
        require(missing.isEmpty(), "mapping of " + String.join(", ", missing));
    }

    /** Reads the mapping of an index. */
    interface MappingReader {
        void read(String index, JsonNode mapping);
    }

    private void search(
            SearchTarget target, Map<String, ?> search, Duration within, String member, MemberReader reader) {
        try {
            if (target.indices().fitInPath()) {
                calls.postJson(target.path(), JSON.writeValueAsString(search), within, answer -> {
                    try (JsonParser json = StoreJson.parser(answer)) {
                        json.nextToken();
                        read(json, member, reader);
                    }
                });
            } else {
                // Only a multi-search has names of indices in its body.
                calls.postJson(
                        "/_msearch",
                        JSON.writeValueAsString(target.header()) + "\n" + JSON.writeValueAsString(search) + "\n",
                        within,
                        answer -> readOnly(answer, member, reader));
            }
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the answer of a multi-search with one search. */
    private void readOnly(InputStream answer, String wanted, MemberReader reader) throws IOException {
        boolean isRead = false;
        try (JsonParser json = StoreJson.parser(answer)) {
            require(json.nextToken() == JsonToken.START_OBJECT, "object");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean isWanted = json.currentName().equals("responses");
                if (json.nextToken() == JsonToken.START_ARRAY && isWanted) {
                    require(json.nextToken() == JsonToken.START_OBJECT, "response");
                    read(json, wanted, reader);
                    require(json.nextToken() == JsonToken.END_ARRAY, "end of responses");
                    isRead = true;
                } else {
                    json.skipChildren();
                }
            }
        }
        require(isRead, "responses");
    }

    /** Reads the object at which the parser is: the answer of a search, or in a multi-search, its error. */
    private void read(JsonParser json, String wanted, MemberReader reader) throws IOException {
        boolean isRead = false;
        JsonNode error = JSON.missingNode();
        int status = OK;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String member = json.currentName();
            JsonToken value = json.nextToken();
            if (member.equals("timed_out") && value == JsonToken.VALUE_TRUE) {
                throw calls.refusal(SearchErrors.TOO_LATE);
            }
            if (member.equals("_shards")) {
                requireAll(JSON.readTree(json));
            } else if (member.equals("error")) {
                error = JSON.readTree(json);
            } else if (member.equals("status")) {
                status = json.getValueAsInt(OK);
            } else if (member.equals(wanted) && value == JsonToken.START_OBJECT) {
                reader.read(json);
                isRead = true;
            } else {
                json.skipChildren();
            }
        }
        if (!error.isMissingNode()) {
            throw calls.refusal(status, StoreJson.reason("{\"error\":" + error + "}"));
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
