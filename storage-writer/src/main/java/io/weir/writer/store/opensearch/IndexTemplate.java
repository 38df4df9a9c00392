package io.weir.writer.store.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.store.Connections;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import io.weir.writer.store.Reply;
import io.weir.writer.store.StoreOptions;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The template of new indices, which the server applies. It is created once: an operator may change
 * it.
 */
final class IndexTemplate {
    /** A text is two fields of an index. */
    static final int MOST_COLUMNS = 998;

    private static final int MOST_FIELDS = 2 * MOST_COLUMNS + 4;
    /** Templates of the server itself have priorities up to 200; the longer of two prefixes wins. */
    private static final int LEAST_PRIORITY = 500;
    /** A keyword has at most 32766 bytes, and a character of UTF-16 at most three. */
    private static final int LONGEST_KEYWORD = 32_766 / 3;

    private static final Logger LOG = LoggerFactory.getLogger(IndexTemplate.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OpenSearchUrl url;
    private final HttpPosts posts;
    private final String path;

    /** Does not connect yet. */
    IndexTemplate(OpenSearchUrl url, Connections connections, StoreOptions options) {
        this.url = url;
        this.path = "/_index_template/weir-" + url.prefix();
        this.posts = new HttpPosts(connections, url.http() + path, url.user(), options.token(), url.tokenScheme());
    }

    /** Creates the template unless it exists. Returns Stored, or Away. */
    Reply create() {
        try {
            HttpAnswer found = posts.get(path);
            if (found.isSuccess()) {
                return tree(found).has("index_templates") ? existing(tree(found)) : wrongServer(found);
            }
            if (!tree(found).path("error").path("type").asText().equals("resource_not_found_exception")) {
                return failed(found);
            }
            byte[] template = json().getBytes(UTF_8);
            HttpAnswer created = posts.exchange(BulkRequests.JSON, template, 0, template.length);
            return created.isSuccess() ? Reply.STORED : refused(created);
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    /** A template of metrics has only keywords, in which no word is found. */
    private Reply existing(JsonNode found) {
        String type = found.findPath("dynamic_templates")
                .findPath("texts")
                .findPath("type")
                .asText();
        if (url.holdsDocuments() && type.equals("keyword")) {
            LOG.warn(
                    "{}: the index template weir-{} is that of metrics, whose texts are keywords: a search finds no words"
                            + " in them; choose another prefix of indices for documents, or delete the template",
                    url.text(),
                    url.prefix());
        }
        return Reply.STORED;
    }

    private Reply.Away failed(HttpAnswer answer) {
        HttpAnswer words = ServerErrors.words(answer);
        return switch (answer.code()) {
            case 400, 404, 405 -> wrongServer(words);
            default -> ServerErrors.waiting(words, posts.permission() + ", and let it manage index templates");
        };
    }

    private Reply.Away refused(HttpAnswer answer) {
        return answer.code() == 400
                ? new Reply.Away(ServerErrors.words(answer) + "; choose another prefix of indices, or create the index"
                        + " template weir-" + url.prefix() + " yourself")
                : failed(answer);
    }

    private Reply.Away wrongServer(HttpAnswer answer) {
        return new Reply.Away(ServerErrors.words(answer) + "; correct the store's URL: " + url.http()
                + " accepts no index template. OpenSearch does, and Elasticsearch from 7.8 on");
    }

    private static JsonNode tree(HttpAnswer answer) {
        try {
            return JSON.readTree(answer.message());
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** Without coercion, the server refuses what does not fit a number's type. */
    private String json() {
        String keyword = "\"type\":\"keyword\"" + (url.keepsSource() ? ",\"ignore_above\":" + LONGEST_KEYWORD : "");
        String text = url.holdsDocuments()
                ? "{\"type\":\"text\",\"fields\":{\"keyword\":{" + keyword + "}}}"
                : "{" + keyword + ",\"fields\":{\"text\":{\"type\":\"text\"}}}";
        return """
                {
                  "index_patterns": ["%s-*"],
                  "priority": %d,
                  "template": {
                    "settings": {"index": {
                      "number_of_shards": 1,
                      "mapping": {"coerce": false, "total_fields": {"limit": %d}}
                    }},
                    "mappings": {
                      "_source": {"enabled": %s},
                      "date_detection": false,
                      "numeric_detection": false,
                      "properties": {
                        "@timestamp": {"type": "date_nanos"},
                        "measurement": {"type": "keyword"},
                        "tags": {"type": "object"},
                        "fields": {"type": "object"}
                      },
                      "dynamic_templates": [
                        {"tags": {"path_match": "tags.*", "match_mapping_type": "string",
                          "mapping": {"type": "keyword"}}},
                        {"texts": {"path_match": "fields.*", "match_mapping_type": "string",
                          "mapping": %s}},
                        {"floats": {"path_match": "fields.*", "match_mapping_type": "double",
                          "mapping": {"type": "double"}}}
                      ]
                    }
                  }
                }
                """.formatted(
                        url.prefix(),
                        LEAST_PRIORITY + url.prefix().length(),
                        MOST_FIELDS,
                        Boolean.toString(url.keepsSource()),
                        text);
    }
}
