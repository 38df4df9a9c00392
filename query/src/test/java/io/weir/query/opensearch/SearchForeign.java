package io.weir.query.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.EvaluationException;
import io.weir.writer.testing.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents and indices that another program made. */
abstract class SearchForeign extends SearchAnswers {
    SearchForeign(Supplier<ServerProcess> servers) {
        super(servers);
    }

    /** No line has them. */
    @Test
    void arraysAreRawValuesInTheirOrder() {
        running.write("arrays,host=a v=1,t=\"x\" " + TIME + "\n");
        running.server()
                .put(
                        "/met-rics-arrays-2023.11.14/_doc/1",
                        document(TIME + 1, "arrays", "b", "{\"v\":[3,1,2],\"t\":[\"y\",\"z\"]}"));
        running.refresh();
        assertThat(texts(in("arrays"))).containsExactly("arrays_v{host=\"a\"} 1.0");
        assertThat(values(running.series(), "arrays"))
                .containsExactlyInAnyOrder("a 0 t text x", "a 0 v float 1.0", "b 1 v array [3,1,2]");
    }

    /** The server stores a text as the number that it is, or by {@code ignore_malformed}, only in the document. */
    @Test
    void textsInFieldsOfNumbersAreNumbersOrNoValues() {
        String type = "{\"type\":\"double\",\"ignore_malformed\":true,\"coerce\":true}";
        running.server()
                .put(
                        "/met-rics-sent",
                        "{\"mappings\":{\"properties\":{\"fields\":{\"properties\":{\"v\":" + type
                                + ",\"b\":{\"type\":\"boolean\"}}}}}}");
        String[] sent = {
            "{\"v\":\"1.50\",\"b\":\"\"}", "{\"v\":\"\"}", "{\"v\":\"7,evil\\n\"}", "{\"v\":\"1d\",\"b\":\"true\"}"
        };
        for (int i = 0; i < sent.length; i++) {
            running.server().put("/met-rics-sent/_doc/" + i, document(TIME + i, "sent", "a", sent[i]));
        }
        running.refresh();
        assertThat(values(running.series(), "sent"))
                .containsExactlyInAnyOrder("a 0 v float 1.50", "a 0 b boolean false", "a 3 b boolean true");
    }

    /** A request that read the field in all indices would be an error, or get texts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"type\":\"date\"' | '\"2026-11-29\"'",
                "'\"type\":\"ip\"' | '\"10.0.0.1\"'",
                "'\"type\":\"integer_range\"' | '{\"gte\":1,\"lte\":2}'",
                "'\"type\":\"object\",\"enabled\":false' | '{\"a\":7}'",
                "'\"type\":\"double\",\"doc_values\":false' | '7.5'"
            })
    void fieldThatIsNotReadInOneIndexIsReadInOthers(String type, String value) {
        String name = "mixed" + Integer.toHexString(type.hashCode());
        running.write(name + ",host=a v=1.5,w=1 " + TIME + "\n");
        running.server()
                .put(
                        "/met-rics-" + name + "-other",
                        "{\"mappings\":{\"properties\":{\"fields\":{\"properties\":{\"v\":{" + type + "}}}}}}");
        running.server()
                .put(
                        "/met-rics-" + name + "-other/_doc/1",
                        document(TIME + DAY, name, "a", "{\"v\":" + value + ",\"w\":2}"));
        running.refresh();
        assertThat(texts(in(name)))
                .containsExactlyInAnyOrder(
                        name + "_v{host=\"a\"} 1.5", name + "_w{host=\"a\"} 1.0", name + "_w{host=\"a\"} 2.0");
        assertThat(names(name)).containsExactlyInAnyOrder(name + "_v", name + "_w");
        assertThat(values(running.series(), name)).hasSize(3).contains("a 0 v float 1.5", "a " + DAY + " w float 2");
        Collected found = new Collected();
        running.series().readWindows(windows(name), 1_000, MINUTE, found);
        assertThat(found.values).hasSize(3).contains("a 0 v float 1.5");
        List<String> last = new ArrayList<>();
        running.series()
                .readLast(
                        windows(name),
                        MINUTE,
                        (measurement, tags, field, number, millis, period) -> last.add(field + " " + number));
        assertThat(last).containsExactlyInAnyOrder("v 1.5", "w 2.0");
    }

    @Test
    void onlyIndicesLikeTheWritersAreRead() {
        String[] mappings = {
            "\"@timestamp\":{\"type\":\"date\"}",
            "\"tags\":{\"properties\":{\"host\":{\"type\":\"text\"}}}",
            "\"tags\":{\"properties\":{\"host\":{\"type\":\"keyword\",\"doc_values\":false}}}"
        };
        for (int i = 0; i < mappings.length; i++) {
            running.server().put("/met-rics-odd" + i, "{\"mappings\":{\"properties\":{" + mappings[i] + "}}}");
            running.server().put("/met-rics-odd" + i + "/_doc/1", document(TIME, "odd" + i, "a", "{\"v\":1.5}"));
        }
        running.refresh();
        for (int i = 0; i < mappings.length; i++) {
            assertThat(select(in("odd" + i))).isEmpty();
        }
        running.server().put("/met-rics-odd3", "{}");
        running.server().put("/met-rics-odd3/_doc/1", document(TIME, "odd3", "a", "{\"v\":1.5}"));
        running.refresh();
        assertThat(select(in("odd3"))).hasSize(1);
    }

    /** No search can leave them out: it finds measurements before it knows mappings. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {"text \"7\"", "long 7"})
    void foreignMeasurementsAreAnError(String type, String value) {
        String prefix = "foreign" + type;
        running.write(prefix, "ours,host=a v=1 " + TIME + "\n");
        running.server()
                .put(
                        "/" + prefix + "-other",
                        "{\"mappings\":{\"properties\":{\"measurement\":{\"type\":\"" + type + "\"}}}}");
        running.server()
                .put(
                        "/" + prefix + "-other/_doc/1",
                        document(TIME, "7", "a", "{\"v\":1.5}").replace("\"7\"", value));
        running.refresh();
        OpenSearchSeries store = running.series(prefix);
        assertThatThrownBy(() -> store.list(in("ours"), 0, 2_000_000_000_000L, PLENTY))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("answers with status");
    }
}
