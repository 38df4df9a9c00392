package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.alarm.AlarmJson;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.journal.Journal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JournalApiTest {
    private final Journal journal = new Journal(10);
    private final JournalApi api = new JournalApi(journal);

    @Test
    void theLatestEntriesComeFirstWithTheReachOfTheJournal() throws Exception {
        add("hot/flp1", "fan is broken");
        add("hot/flp2", "none");
        add("hot/flp3", "none");
        JsonNode answer = Json.object(body("GET /api/journal", Map.of("limit", "1", "filter", "fan* -flp3")));
        JsonNode none = Json.object(body("GET /api/journal", Map.of("filter", "flp9")));
        JsonNode one = Json.object(body("GET /api/journal", Map.of("limit", "2", "before", "2")));

        assertThat(answer.path("entries").findValuesAsText("alarm")).containsExactly("hot/flp1");
        assertThat(none.path("reach").toString())
                .isEqualTo("{\"kept\":3,\"most\":10,\"sinceMillis\":1000,\"hasEarlier\":false,\"complete\":false}");
        assertThat(one.path("entries").findValuesAsText("alarm")).containsExactly("hot/flp2", "hot/flp1");
        assertThat(one.path("more").asBoolean()).isFalse();
        assertThat(Json.object(body("GET /api/journal", Map.of("limit", "2")))
                        .path("more")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void csvQuotesCellsAndDisarmsFormulas() throws Exception {
        add("hot/flp1", "=1+1, \\\"fan\\\"");
        Answer answer = answer("GET /api/journal.csv", Map.of());

        assertThat(answer.headers())
                .containsEntry("Content-Type", "text/csv; charset=utf-8")
                .containsEntry("Content-Disposition", "attachment; filename=\"weir-journal.csv\"");
        assertThat(new String(answer.body(), UTF_8))
                .isEqualTo("time,decided,alarm,rule,from,to,severity,value,message,user,reason,tags\r\n"
                        + "1970-01-01T00:00:01Z,1970-01-01T00:00:01Z,hot/flp1,hot,NORMAL,ACKNOWLEDGED,MAJOR,-98.5,"
                        + "hot,anna,\"'=1+1, \"\"fan\"\"\",\"a=1,hostname=flp1\"\r\n");
    }

    @Test
    void csvHasTheLatestTenThousand() throws Exception {
        Journal large = new Journal(10_100);
        for (int position = 0; position < 10_001; position++) {
            add(large, "hot/flp" + position, "none");
        }
        Answer answer = answer(new JournalApi(large), "GET /api/journal.csv", Map.of());

        assertThat(new String(answer.body(), UTF_8).lines())
                .hasSize(1 + 10_000)
                .noneMatch(line -> line.contains(",hot/flp0,"));
    }

    @Test
    void filteredSummaryOfAShiftKnowsThatAnAlarmCleared() throws Exception {
        add("hot/flp1", "none");
        add(journal, "hot/flp1", "none", "'from':'ACKNOWLEDGED','to':'NORMAL','severity':'OK'", "'user':null");
        JsonNode answer = Json.object(body("GET /api/journal/shift", Map.of("filter", "user=anna")));
        JsonNode none = Json.object(body("GET /api/journal/shift", Map.of("filter", "user=otto")));

        assertThat(answer.path("alarms").findValuesAsText("state")).containsExactly("NORMAL");
        assertThat(answer.path("alarms").findValuesAsText("raised")).containsExactly("false");
        assertThat(answer.path("allCommands").asInt()).isEqualTo(1);
        assertThat(none.path("alarms")).isEmpty();
    }

    @Test
    void wrongParametersAreRefused() {
        Map<String, Map<String, String>> wrong = new HashMap<>();
        wrong.put("limit must be a whole number from 1 to 1000", Map.of("limit", "1001"));
        wrong.put("filter: must have at most 200 characters", Map.of("filter", "x".repeat(201)));
        wrong.put("from before to", Map.of("from", "5", "to", "5"));
        wrong.forEach((why, query) -> assertThatThrownBy(() -> answer("GET /api/journal", query))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(400))
                .hasMessageContaining(why));
    }

    private void add(String id, String reason) {
        add(journal, id, reason);
    }

    private static void add(Journal journal, String id, String reason) {
        add(
                journal,
                id,
                reason,
                "'from':'NORMAL','to':'ACKNOWLEDGED','severity':'MAJOR'",
                "'user':'anna','command':'c'");
    }

    private static void add(Journal journal, String id, String reason, String states, String by) {
        journal.add(
                journal.reach().kept(),
                AlarmJson.readEvent(("{'id':'" + id + "','transition':'" + id + "#1','rule':'hot','ruleVersion':'v1',"
                                + states + ",'value':-98.5,"
                                + "'threshold':90.0,'message':'hot','guidance':'','tags':{'hostname':'flp1','a':'1'},"
                                + "'eventTime':'1970-01-01T00:00:01Z','decisionTime':'1970-01-01T00:00:01Z',"
                                + by + ",'reason':'REASON'}")
                        .replace('\'', '"')
                        .replace("REASON", reason)
                        .getBytes(UTF_8)));
    }

    private String body(String endpoint, Map<String, String> query) throws Exception {
        return new String(answer(endpoint, query).body(), UTF_8);
    }

    private Answer answer(String endpoint, Map<String, String> query) throws Exception {
        return answer(api, endpoint, query);
    }

    private static Answer answer(JournalApi api, String endpoint, Map<String, String> query) throws Exception {
        Map<String, List<String>> parameters = new HashMap<>();
        query.forEach((name, value) -> parameters.put(name, List.of(value)));
        return ((Endpoint.Once) Objects.requireNonNull(api.endpoints().get(endpoint)))
                .answer(new ApiRequest("GET", "/", "127.0.0.1", parameters, Map.of(), ""));
    }
}
